"""PyKEEN's side of the graph vector bench: one training from random vectors, then a line of what it took."""

import json
import os
import resource
import sys
import time

os.environ["PYKEEN_HOME"] = "/tmp/pykeen-bench"

import numpy as np
import torch
from pykeen.evaluation import RankBasedEvaluator
from pykeen.losses import MarginRankingLoss, NSSALoss
from pykeen.models import RotatE, TransE, TransR
from pykeen.training import SLCWATrainingLoop
from pykeen.triples import CoreTriplesFactory

case = json.loads(sys.argv[1])
settings = case["settings"]
torch.set_num_threads(settings["threads"])


def factory(name):
    triples = torch.as_tensor(np.loadtxt(os.path.join(case["folder"], name), dtype=np.int64))
    return CoreTriplesFactory(triples, num_entities=case["entities"], num_relations=case["relations"])


train = factory("train")
loss = (
    MarginRankingLoss(margin=settings["margin"])
    if settings["loss"] == "margin"
    else NSSALoss(margin=settings["margin"], adversarial_temperature=settings["temperature"])
)
common = {"triples_factory": train, "loss": loss, "random_seed": settings["seed"]}
dimension = settings["dimension"]
if settings["model"] == "transe":
    model = TransE(embedding_dim=dimension, scoring_fct_norm=1 if settings["norm"] == "l1" else 2, **common)
elif settings["model"] == "transr":
    model = TransR(embedding_dim=dimension, relation_dim=dimension, **common)
else:
    model = RotatE(embedding_dim=dimension // 2, **common)
loop = SLCWATrainingLoop(
    model=model,
    triples_factory=train,
    optimizer=torch.optim.Adam(model.parameters(), lr=settings["learningRate"]),
    negative_sampler="bernoulli",
    negative_sampler_kwargs={"num_negs_per_pos": settings["negatives"], "filtered": True},
)
cpu, start = time.process_time(), time.perf_counter()
loop.train(
    triples_factory=train,
    num_epochs=settings["epochs"],
    batch_size=settings["batchSize"],
    num_workers=0,
    use_tqdm=False,
    use_tqdm_batch=False,
)
figures = {"seconds": time.perf_counter() - start, "cpu": time.process_time() - cpu}
if case["ranks"]:
    known = [train.mapped_triples, factory("validation").mapped_triples]
    scores = RankBasedEvaluator(filtered=True).evaluate(
        model, factory("test").mapped_triples, additional_filter_triples=known, batch_size=32, use_tqdm=False
    )
    figures["mrr"] = scores.get_metric("both.realistic.inverse_harmonic_mean_rank")
    figures["hits10"] = scores.get_metric("both.realistic.hits_at_10")
figures["peak"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps(figures), flush=True)
