"""pyahocorasick's side of the bench of peers: for each number N on standard input N scans of the text for all names."""

import json
import resource
import sys
import time

import ahocorasick

folder = sys.argv[1]
opened = time.process_time()
automaton = ahocorasick.Automaton()
with open(f"{folder}/names", encoding="utf-8") as names:
    for number, name in enumerate(names):
        automaton.add_word(name.rstrip("\n"), number)
automaton.make_automaton()
first = 1000 * (time.process_time() - opened)
with open(f"{folder}/text", encoding="utf-8") as file:
    text = file.read()


def measured():
    cpu, start = time.process_time(), time.perf_counter()
    found = sum(1 for _ in automaton.iter(text))
    return 1000 * (time.perf_counter() - start), 1000 * (time.process_time() - cpu), found


print(json.dumps({"first": first, "start": first}), flush=True)
for line in sys.stdin:
    steps = [measured() for _ in range(int(line))]
    peak = 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    times, cpu, found = ([step[i] for step in steps] for i in range(3))
    print(json.dumps({"times": times, "cpu": cpu, "tokens": found, "peak": peak}), flush=True)
