"""gensim's side of the word vector bench: for each number N on standard input N epochs, by one worker.

corpus_file is gensim's fastest way: without Python lists of words.
"""

import json
import resource
import sys
import time

from gensim.models import Word2Vec

case = json.loads(sys.argv[1])
opened = time.perf_counter()
model = Word2Vec(
    vector_size=case["dimension"],
    sg=1 if case["skipGram"] else 0,
    window=5,
    min_count=5,
    negative=5,
    sample=1e-3,
    alpha=0.025,
    min_alpha=0.0001,
    workers=1,
    seed=1,
)
model.build_vocab(corpus_file=case["file"])


def measured():
    cpu, start = time.process_time(), time.perf_counter()
    model.train(
        corpus_file=case["file"],
        total_words=model.corpus_total_words,
        total_examples=model.corpus_count,
        epochs=1,
    )
    return 1000 * (time.perf_counter() - start), 1000 * (time.process_time() - cpu)


measured()
elapsed = 1000 * (time.perf_counter() - opened)
print(json.dumps({"first": elapsed, "start": elapsed}), flush=True)
for line in sys.stdin:
    steps = [measured() for _ in range(int(line))]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps({"times": [s[0] for s in steps], "cpu": [s[1] for s in steps], "peak": peak}), flush=True)
