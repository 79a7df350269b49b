"""How a rewriter, and the query encoder, are trained: everything that decides a run."""

from dataclasses import dataclass
from enum import StrEnum


class Reward(StrEnum):
    """The reward that training maximises."""

    HARD = "hard"
    """The answer that comes of the rewriting (HSER, algorithm 1)."""
    SOFT = "soft"
    """The rewriting's likeness to the one that is right (SSER, section 4.5)."""
    FUSED = "fused"
    """Both, the soft one times lambda (appendix A.1, equation 1)."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The options of `daybook-eval train-rewriter`. HiMeS prints none of these values."""

    base: str
    """"smollm2", a folder, or a name of the Hugging Face hub."""
    seed: int = 1
    sft_steps: int = 300
    sft_batch: int = 4
    sft_rate: float = 2e-5
    """Learning rate; with LoRA ten times as much does well."""
    max_tokens: int = 256
    """Of prompt and rewriting together; longer examples are cut."""
    lora: int = 0
    """Rank of the adapters; 0 trains every weight."""
    rl_steps: int = 0
    rl_prompts: int = 2
    group: int = 4
    """Rewritings of each that are compared (GRPO)."""
    rl_rate: float = 1e-5
    kl: float = 0.0
    """Weight of the divergence from the supervised model."""
    temperature: float = 1.0
    reward: Reward = Reward.HARD
    alpha: float = 1.0
    beta: float = 1.0
    lambda_: float = 0.5
    """Weight of the soft reward where both are given."""
    passages: int = 3
    """Passages that an answer is quoted from."""
    bf16: bool = True
    """Compute in bfloat16, with weights of 32 bits: faster where the processor knows it."""
    save_every: int = 100

    @property
    def variant(self) -> str:
        """Names what training by this reward gives: "rl-hard", "rl-hard-a0.5-b2", "rl-fused-0.5"."""
        amount = f"-{self.lambda_:g}" if self.reward is Reward.FUSED else ""
        weights = (self.alpha, self.beta) if self.reward is not Reward.SOFT else (1, 1)
        if weights != (1, 1):
            amount += f"-a{self.alpha:g}-b{self.beta:g}"
        return f"rl-{self.reward}{amount}"


@dataclass(frozen=True, slots=True)
class QueryRecipe:
    """The options of `daybook-eval train-query-encoder`."""

    rank: int = 16
    steps: int = 1_500
    batch: int = 16
    rate: float = 6e-4
    dropout: float = 0.1
    nearness: float = 0.3
    """Weight of the cosine distance to the untrained vector, so that thresholds of cosines go on to hold."""
    share: float = 0.7
    """Of the trained differences that are kept: see `QueryEncoder.differences`."""
    seed: int = 0
