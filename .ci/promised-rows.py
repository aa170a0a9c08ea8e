"""Checks that a results.json of the lab has every row that its mode promises, and prints the ratios."""

import json
import math
import sys

def rivals(contenders, own="ashlar"):
    return [own, *contenders.split()]


DEFAULT = {
    "strings": {
        "telemetry": rivals("jdk-getbytes otel-default otel-unsafe"),
    },
    "zeroing": {
        "bytes-10000-written": rivals("jdk jdk-internal"),
    },
    "records": {
        "scan": rivals("pojo long-array unsafe c-columns", "ashlar-columns-native"),
    },
    "calls": {
        "strlen-100": rivals("jdk-confined critical-heap jdk-bufferstack"),
    },
    "decode": {
        "heap-polluted-predictable": rivals("segment bytebuffer unsafe c"),
    },
    "first-use": {
        "cold": rivals("ashlar-bytes-native ashlar-table", "jdk-confined"),
    },
    "files": {
        "append-commit": rivals("segment-marked segment", "ashlar-mapped"),
    },
    "access": {
        "get-64-native": rivals("segment unsafe", "segment-known"),
    },
    "structures": {
        "ring": rivals("segment unsafe", "segment-known"),
    },
    "widths": {
        "fields-12-columns-native": rivals("segment unsafe jdk-arrays"),
    },
    "engines": {
        "q1": rivals("jdk-arrays", "ashlar-columns"),
    },
    "lookup": {
        "key": rivals("agrona", "ashlar-index"),
    },
    "codecs": {
        "lz4-decode-polluted": rivals("segment bytebuffer unsafe", "segment-specialized"),
    },
    "send": {
        "send-64k-native": rivals("bytebuffer segment"),
    },
    "blobs": {
        "fetch-16k": rivals("segment jdk-heap"),
    },
    "protobuf": {
        "write-flat": rivals("protobuf-building"),
    },
    "export": {
        "spans-8": rivals("otel-default otel-unsafe"),
    },
    "replace": {
        "netty-heap": rivals("jdk-unsafe fallback", "ashlar-agent"),
    },
}

QUICK = {
    "strings": {
        "ascii-512": rivals("otel-default otel-unsafe"),
        "ascii-16": rivals("otel-default"),
        "ascii-64": rivals("bytewise swar vector jdk-getbytes"),
        "latin1-512": rivals("otel-unsafe"),
        "latin1-mixed-512": rivals("otel-unsafe jdk-getbytes"),
        "cjk-512": rivals("otel-unsafe protobuf"),
        "mixed-512": rivals("otel-unsafe"),
        "late-512": rivals("otel-unsafe"),
        "ascii-512-after-mixed": rivals("otel-unsafe"),
        "world": rivals("otel-default otel-unsafe otel-varhandle otel-allocating protobuf netty"
                        " jdk-getbytes jdk-encoder quickbuf agrona"),
        "telemetry": rivals("otel-default otel-unsafe otel-varhandle otel-allocating protobuf netty"
                            " jdk-getbytes jdk-encoder quickbuf agrona"),
    },
    "zeroing": {
        "bytes-10000-written": rivals("jdk ashlar jdk-internal arrays-copyof", "ashlar-exported"),
        "native-100000-written": rivals("arena"),
        "repeat2-1024": rivals("jdk"),
        "replace1-1024": rivals("jdk"),
    },
    "records": {
        "scan": rivals("ashlar-rows-heap ashlar-rows-native ashlar-columns-heap ashlar-mapped pojo"
                       " pojo-shuffled long-array unsafe bytebuffer sbe arrow c-rows c-columns",
                       "ashlar-columns-native"),
        "scan-polluted": rivals("ashlar-rows-heap ashlar-rows-native ashlar-columns-heap ashlar-mapped",
                                "ashlar-columns-native"),
        "scan-get": rivals("ashlar-rows-native", "ashlar-columns-native"),
        "scan-one-field": rivals("pojo", "ashlar-columns-native"),
        "random": rivals("unsafe", "ashlar-rows-native"),
        "update": rivals("unsafe", "ashlar-rows-native"),
        "passes": rivals("pojo", "ashlar-columns-native"),
        "gc-pause": rivals("pojo", "ashlar-columns-native"),
        "bytes-per-row": rivals("ashlar-columns-native pojo", "ashlar-rows-native"),
    },
    "calls": {
        "strlen-20": rivals("jdk-bufferstack"),
        "strlen-100": rivals("ashlar-pool jdk-confined jdk-shared jdk-auto jdk-slicing jdk-bufferstack"
                             " lwjgl malloc critical-heap reused"),
        "strlen-451": rivals("jdk-bufferstack"),
        "struct-ldiv": rivals("jdk-confined"),
        "five-structs": rivals("jdk-confined"),
        "errno": rivals("jdk-confined"),
        "upcall-struct": rivals("jdk-confined"),
        "threads-1": rivals(""),
        "threads-2": rivals(""),
        "io-64k": rivals("jdk-shared", "ashlar-pool"),
    },
    "first-use": {
        "cold": rivals("ashlar-bytes-heap ashlar-bytes-native ashlar-stack ashlar-pool ashlar-table",
                       "jdk-confined"),
    },
    "files": {
        "append-commit": rivals("segment-marked segment", "ashlar-mapped"),
        "update-commit": rivals("segment", "ashlar-mapped"),
        "verify": rivals("crc32c", "ashlar-mapped"),
        "open-verify": rivals("crc32c unchecked", "ashlar-mapped"),
    },
    "access": {
        "longs-by-int-native": rivals("segment unsafe"),
        "longs-by-long-native": rivals("segment unsafe"),
        "get-64-native": rivals("segment segment-known unsafe"),
        "get-64-mixed": rivals("ashlar-window segment unsafe"),
        "xxhash64-20-native": rivals("segment unsafe"),
        "xxhash64-20-heap": rivals("varhandle unsafe"),
    },
    "structures": {
        "ring": rivals("segment unsafe"),
        "hash-get-native": rivals("segment unsafe"),
        "list-native": rivals("segment unsafe"),
        "structs-step-native": rivals("segment unsafe"),
    },
    "widths": {
        "fields-4-columns-native": rivals("segment unsafe jdk-arrays"),
        "fields-12-columns-native": rivals("segment unsafe jdk-arrays"),
        "chunks-1000-scan": rivals("segment unsafe"),
        "kinds-9": rivals("segment unsafe"),
    },
    "engines": {
        **{case: rivals("ashlar-by-column ashlar-rows duckdb-ashlar duckdb-native jdk-arrays"
                        " jdk-records jdk-raw-records c", "ashlar-columns")
           for case in ("q1", "q6", "q1-threads", "q6-threads")},
        "copied": rivals("ashlar-rows jdk-arrays", "duckdb-ashlar"),
    },
    "lookup": {
        **{case: rivals("jdk-hashmap agrona", "ashlar-index")
           for case in ("key", "bytes-per-key")},
        "text": rivals("ashlar-rows jdk-records", "ashlar-columns"),
    },
    "codecs": {
        "lz4-decode-native": rivals("segment bytebuffer unsafe"),
        "lz4-decode-polluted": rivals("segment bytebuffer unsafe"),
        "varint-polluted": rivals("segment bytebuffer unsafe"),
    },
    "send": {
        "send-64k-heap": rivals("ashlar-pool bytebuffer"),
        "send-64k-native": rivals("ashlar-pool bytebuffer"),
    },
    "blobs": {
        "fetch-16k": rivals("segment unsafe jdk-heap"),
        "gc-pauses": rivals("jdk-heap"),
    },
    "protobuf": {
        f"{direction}-{kind}": rivals("protobuf protobuf-building")
        for direction in ("write", "read")
        for kind in ("flat", "tree", "numbers", "texts")
    },
    "export": {
        case: rivals("otel-default otel-unsafe protobuf")
        for case in (
            "spans-8", "spans-8-mixed", "spans-64", "spans-64-mixed", "metrics", "logs"
        )
    },
    "replace": {
        case: rivals("jdk-unsafe", "ashlar-agent")
        for case in (
            "lz4", "zstd", "hashing", "kryo", "protobuf", "caffeine", "disruptor", "mpsc", "spsc",
            "netty-direct", "netty-heap", "netty-echo", "agrona-heap", "agrona-direct"
        )
    },
    "stores": {
        case: rivals("ashlar-rows jdk-list", "ashlar-columns")
        for case in ("append", "reopen", "look-up", "filter", "group", "size", "update")
    },
    "decode": {
        "heap-clean": rivals("unsafe c"),
        "heap-polluted": rivals("unsafe c bytebuffer segment"),
        "native-clean": rivals("unsafe c"),
        "native-polluted": rivals("unsafe c bytebuffer segment agrona netty"),
        "heap-clean-predictable": rivals("unsafe c"),
        "heap-polluted-predictable": rivals("unsafe c"),
        "native-clean-predictable": rivals("unsafe c"),
        "native-polluted-predictable": rivals("unsafe c"),
    },
}

# Where ashlar promises to allocate nothing; in zeroing everybody's work is to allocate.
NO_GARBAGE = {
    "strings": QUICK["strings"].keys(),
    "zeroing": (),
    "calls": ("strlen-20", "strlen-100", "strlen-451", "five-structs", "errno"),
    "decode": QUICK["decode"].keys(),
    "records": (),
    "first-use": (),
    "files": (),
    "access": QUICK["access"].keys(),
    "structures": QUICK["structures"].keys(),
    "widths": (),
    "engines": ("q1", "q6"),
    "lookup": ("key", "text"),
    "codecs": (),
    "send": (),
    "blobs": (),
    "protobuf": ("write-flat", "write-tree", "write-numbers"),
    "export": QUICK["export"].keys(),
    "stores": (),
    "replace": ("hashing", "kryo", "mpsc", "spsc", "agrona-heap", "agrona-direct"),
}

# Cases whose best figure is zero.
ZEROS = ("gc-pause", "gc-pauses", "copied")

# The most bytes that a row may allocate when it comes as a record.
GARBAGE_PER_RECORD = 0.01

# What a row of packed rows or of columns takes, all that goes with the table included.
BYTES_PER_ROW = {"ashlar-rows-native": 42, "ashlar-columns-native": 42}


# The JDK's own way of doing it, which every case has.
JDK = {
    "strings": lambda case: "jdk-getbytes",
    "zeroing": lambda case: "arena" if case.startswith("native") else "jdk",
    "records": lambda case: "bytebuffer" if case == "scan-polluted" else "pojo",
    "calls": lambda case: "jdk-shared" if case == "io-64k" else "jdk-confined",
    "first-use": lambda case: "jdk-confined",
    "files": lambda case: (
        {"append-commit": "segment-marked", "update-commit": "segment"}.get(case, "crc32c")
    ),
    "decode": lambda case: "segment",
    "access": lambda case: "segment",
    "structures": lambda case: "segment",
    "widths": lambda case: "segment",
    "engines": lambda case: "jdk-arrays",
    "lookup": lambda case: "jdk-records" if case == "text" else "jdk-hashmap",
    "codecs": lambda case: "segment",
    "send": lambda case: "segment",
    "blobs": lambda case: "segment",
    "protobuf": lambda case: "jdk-bytebuffer",
    "export": lambda case: "jdk-getbytes",
    "replace": lambda case: "jdk-unsafe",
    "stores": lambda case: "jdk-list",
}


def problems(experiment, promised):
    name = experiment["name"]
    rows = {(row["case"], row["contender"]): row for row in experiment["rows"]}
    wanted = [(case, contender) for case, both in promised[name].items() for contender in both]
    wanted += [(case, JDK[name](case)) for case in promised[name]]
    if promised is QUICK:
        wanted.append(("empty", "harness"))
    for case, contender in dict.fromkeys(wanted):
        if (case, contender) not in rows:
            yield f"missing: {case} × {contender}"
    for (case, contender), row in rows.items():
        if row["score"] is None or (row["score"] <= 0 and case not in ZEROS):
            yield f"no score: {case} × {contender}: {row['score']}"
        if len(row["rounds"]) != row["forks"] or not all(one["iterations"] for one in row["rounds"]):
            yield f"no samples: {case} × {contender}"
    compared = {(one["case"], one["contender"], one["rival"]) for one in experiment["comparisons"]}
    for case, (own, *_) in promised[name].items():
        if own != JDK[name](case) and (case, own, JDK[name](case)) not in compared:
            yield f"not compared: {case}: {own} with {JDK[name](case)}"
    for one in experiment["comparisons"]:
        if one["rounds"] < 2 and one["verdict"] != "undecided":
            yield f"a verdict from one round: {one}"
    for case in NO_GARBAGE[name]:
        own, *_ = promised[name].get(case, ["ashlar"])
        row = rows.get((case, own))
        if row and not row["bytesPerOp"] < 0.5:
            yield f"{own} allocates: {case}: {row['bytesPerOp']} B/op"
    for (case, contender), row in rows.items():
        if case == "scan-get" and contender != "pojo" and not row["bytesPerOp"] < GARBAGE_PER_RECORD:
            yield f"{contender} allocates: {case}: {row['bytesPerOp']} B/op"
        if case == "bytes-per-row" and round(row["score"], 1) > BYTES_PER_ROW.get(contender, math.inf):
            yield f"{contender} takes {row['score']} B/row"
    for one in experiment["failed"]:
        yield f"failed: {one}"


def ratios(experiment, promised):
    scores = {(row["case"], row["contender"]): row["score"] for row in experiment["rows"]}
    units = {row["case"]: row["unit"].removesuffix("/op") for row in experiment["rows"]}
    for case, (own, *others) in promised[experiment["name"]].items():
        mine = scores[case, own]
        text = ", ".join(f"{other} {scores[case, other] / (mine or 1):.2f}" for other in others)
        print(f"  {case}: {own} {mine:.1f} {units[case]}; {text}")


with open(sys.argv[1], encoding="utf-8") as file:
    run = json.load(file)
promised = DEFAULT if run["mode"] == "default" else QUICK
experiments = {one["name"]: one for one in run["experiments"]}
bad = [f"{name}: not there" for name in promised if name not in experiments]
if not run["complete"]:
    bad.append("the run was interrupted")
for experiment in experiments.values():
    if experiment["name"] in promised:
        bad += [f"{experiment['name']}: {problem}" for problem in problems(experiment, promised)]
print("\n".join(bad), end="\n" if bad else "")
if bad:
    sys.exit(1)
for experiment in experiments.values():
    if experiment["name"] in promised:
        print(experiment["name"])
        ratios(experiment, promised)
