#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints which tests of the last build were skipped, by the reason."""
import collections
import pathlib
import re
import xml.etree.ElementTree

# Cases of a test with parameters count as that test.
reasons = collections.defaultdict(collections.Counter)
count = 0
for kind in ("surefire", "failsafe"):
    for file in sorted(pathlib.Path().glob(f"**/target/{kind}-reports/TEST-*.xml")):
        for test in xml.etree.ElementTree.parse(file).iter("testcase"):
            count += 1
            skipped = test.find("skipped")
            if skipped is not None:
                reason = skipped.get("message") or (skipped.text or "").strip().split("\n")[0]
                reason = re.sub(r"^org.opentest4j.\w+: (Assumption failed: )?", "", reason)
                name = test.get("classname").split(".")[-1] + "." + test.get("name")
                name = re.sub(r"\[\d+\]|\(.*?\)", "", name)
                reasons[reason or "no reason"][f"{file.parts[0]}: {name}"] += 1
for reason, tests in sorted(reasons.items()):
    print(reason)
    for test, cases in tests.items():
        print("  " + test + (f", {cases} cases" if cases > 1 else ""))
skips = sum(tests.total() for tests in reasons.values())
print(f"{skips} of {count} tests were skipped")
