"""Checks that a results.json of the lab has every row whose ratio is promised."""

import json
import sys

EVERY = ["otel-default", "otel-unsafe", "otel-varhandle", "otel-allocating", "protobuf", "netty",
         "jdk-getbytes", "jdk-encoder", "quickbuf", "agrona"]
PROMISED = {
    "ascii-512": ["otel-default", "otel-unsafe"],
    "ascii-16": ["otel-default"],
    "latin1-512": ["otel-unsafe"],
    "latin1-mixed-512": ["otel-unsafe", "jdk-getbytes"],
    "cjk-512": ["otel-unsafe", "protobuf"],
    "mixed-512": ["otel-unsafe"],
    "late-512": ["otel-unsafe"],
    "ascii-512-after-mixed": ["otel-unsafe"],
    "world": EVERY,
    "telemetry": EVERY,
}

with open(sys.argv[1], encoding="utf-8") as file:
    run = json.load(file)
strings = next(e for e in run["experiments"] if e["name"] == "strings")
rows = {(row["case"], row["contender"]): row for row in strings["rows"]}
wanted = [("empty", "harness")] + [
    (case, contender) for case, rivals in PROMISED.items() for contender in ["ashlar", *rivals]]
missing = [f"{case} × {contender}" for case, contender in wanted if (case, contender) not in rows]
odd = [f"{case} × {contender}: {row['score']}" for (case, contender), row in rows.items()
       if not row["score"] or row["score"] <= 0]
garbage = [f"{case}: {row['bytesPerOp']} B/op" for (case, contender), row in rows.items()
           if contender == "ashlar" and not row["bytesPerOp"] < 0.5]
for title, problems in (("missing", missing), ("no score", odd), ("ashlar allocates", garbage),
                        ("failed", [str(one) for one in strings["failed"]])):
    for problem in problems:
        print(f"{title}: {problem}")
if missing or odd or garbage or strings["failed"]:
    sys.exit(1)
for case, rivals in PROMISED.items():
    own = rows[case, "ashlar"]["score"]
    ratios = ", ".join(f"{rival} {rows[case, rival]['score'] / own:.2f}" for rival in rivals)
    print(f"{case}: ashlar {own:.1f} ns; {ratios}")
