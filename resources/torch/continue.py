"""Goes on with a training run of Meridian in PyTorch, in this folder; Meridian takes it back with `runs import`.

    python continue.py --steps 100
    torchrun --nproc-per-node 4 continue.py --steps 100
    accelerate launch continue.py --steps 100

Needs torch, transformers and safetensors. Batches, schedule, decay, clipping and moments are those of the run; dropout
masks are PyTorch's own. Prints one JSON line an update with the loss of its batches before the update.
"""
import argparse, hashlib, json, os, pathlib

import torch
import torch.distributed as dist
from safetensors import safe_open
from safetensors.torch import save_file
from transformers import AutoModelForTokenClassification

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=0, help="updates to do now; 0: all that are left")
steps = parser.parse_args().steps
folder = pathlib.Path(__file__).resolve().parent
run = json.loads((folder / "run.json").read_text("utf-8"))
for name, sha256 in run["files"].items():
    if hashlib.sha256((folder / name).read_bytes()).hexdigest() != sha256:
        raise SystemExit(f"{name} is not the file that was exported")
lines = lambda name: [json.loads(line) for line in (folder / name).open(encoding="utf-8")]
examples, updates = lines("train.jsonl"), lines("order.jsonl")

rank, world = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
device = torch.device("cuda", int(os.environ.get("LOCAL_RANK", 0))) if torch.cuda.is_available() else torch.device("cpu")
if world > 1:
    dist.init_process_group("nccl" if device.type == "cuda" else "gloo")
torch.manual_seed(run["seed"] + run["step"] * world + rank)

model = AutoModelForTokenClassification.from_pretrained(folder, dtype=torch.float32).to(device)
model.train()
settings, parameters = run["adamw"], dict(model.named_parameters())
learnt = {name: parameters[name] for name, own in run["parameters"].items() if own["trainable"]}
for name, parameter in parameters.items():
    parameter.requires_grad_(name in learnt)
optimizer = torch.optim.AdamW(
    [
        {
            "params": [parameter],
            "weight_decay": settings["weightDecay"] if run["parameters"][name]["decay"] else 0.0,
            "rate": run["parameters"][name]["rate"],
        }
        for name, parameter in learnt.items()
    ],
    betas=(settings["beta1"], settings["beta2"]),
    eps=settings["epsilon"],
)
with safe_open(folder / "optimizer.safetensors", "pt") as moments:
    done = int(moments.metadata()["step"])
    if done > 0:
        for name, parameter in learnt.items():
            optimizer.state[parameter] = {
                "step": torch.tensor(float(done)),
                "exp_avg": moments.get_tensor(f"m/{name}").to(device),
                "exp_avg_sq": moments.get_tensor(f"v/{name}").to(device),
            }


def rate_of(step):
    """Rate of the update after `step` updates: linear warm-up, then constant or linear decay to 0."""
    schedule = run["schedule"]
    peak, warmup, total = schedule["peak"], schedule["warmupSteps"], schedule["totalSteps"]
    if step < warmup:
        return peak * step / warmup
    return peak if schedule["kind"] == "constant" else peak * max(0, total - step) / max(1, total - warmup)


def loss_of(numbers):
    """Sum of the cross entropy over the tagged tokens of the examples."""
    rows = [examples[number] for number in numbers]
    longest = max(len(row["input_ids"]) for row in rows)
    padded = lambda key, fill: torch.tensor(
        [row[key] + [fill] * (longest - len(row[key])) for row in rows], device=device
    )
    ids, labels = padded("input_ids", 0), padded("labels", -100)
    mask = torch.tensor([[int(i < len(row["input_ids"])) for i in range(longest)] for row in rows], device=device)
    logits = model(input_ids=ids, attention_mask=mask).logits
    return torch.nn.functional.cross_entropy(logits.transpose(1, 2), labels, ignore_index=-100, reduction="sum")


left = updates[run["step"] - run["first"] :]
for update in left[: steps or len(left)]:
    tokens = sum(label >= 0 for batch in update["batches"] for number in batch for label in examples[number]["labels"])
    total = torch.zeros((), device=device)
    optimizer.zero_grad(set_to_none=False)
    for batch in update["batches"]:
        if own := batch[rank::world]:
            loss = loss_of(own) / tokens
            (loss * update["scale"]).backward()
            total += loss.detach()
    for parameter in learnt.values():
        parameter.grad = torch.zeros_like(parameter) if parameter.grad is None else parameter.grad
        if world > 1:
            dist.all_reduce(parameter.grad)
    if world > 1:
        dist.all_reduce(total)
    if settings["clipNorm"] > 0:
        torch.nn.utils.clip_grad_norm_(learnt.values(), settings["clipNorm"])
    rate = rate_of(run["step"])
    for group in optimizer.param_groups:
        group["lr"] = rate * group["rate"]
    optimizer.step()
    run["step"] += 1
    done += 1
    if rank == 0:
        print(json.dumps({"step": run["step"], "loss": total.item(), "learningRate": rate}), flush=True)

if rank == 0:
    whole = lambda tensor: tensor.detach().cpu().contiguous().clone()
    named = {name: whole(parameters[name]) for name in run["parameters"]}
    state = {name: optimizer.state.get(parameter, {}) for name, parameter in learnt.items()}
    moments = {
        f"{part}/{name}": whole(of[key])
        for name, of in state.items()
        for part, key in (("m", "exp_avg"), ("v", "exp_avg_sq"))
        if of
    }
    parts = {
        "model.safetensors": lambda path: save_file(named, path, {"format": "pt"}),
        "optimizer.safetensors": lambda path: save_file(moments, path, {"format": "pt", "step": str(done)}),
        "run.json": lambda path: path.write_text(json.dumps(run, indent=2), "utf-8"),
    }
    for name, write in parts.items():
        write(folder / f"{name}.tmp")
    for name in parts:
        os.replace(folder / f"{name}.tmp", folder / name)
if world > 1:
    dist.destroy_process_group()
