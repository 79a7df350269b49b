"""Figures that LongMemEval prints (Wu et al., ICLR 2025), on LongMemEval-M with Stella V5.

Of each row: Recall@5, nDCG@5, Recall@10, nDCG@10.
"""

from __future__ import annotations

from collections.abc import Mapping

from daybook_eval.papers.longmemeval.search import Window
from daybook_eval.papers.longmemeval.values import Unit

Figures = tuple[float, float, float, float]

TABLE_3: Mapping[Unit, Mapping[str, Figures]] = {
    Unit.ROUND: {
        "V": (0.582, 0.481, 0.692, 0.512),
        "fact": (0.530, 0.411, 0.654, 0.449),
        "keyphrase": (0.282, 0.159, 0.392, 0.303),
        "V + fact": (0.644, 0.498, 0.784, 0.536),
        "V + keyphrase": (0.478, 0.359, 0.636, 0.410),
    },
    Unit.SESSION: {
        "V": (0.706, 0.617, 0.783, 0.638),
        "summary": (0.572, 0.448, 0.648, 0.468),
        "fact": (0.642, 0.524, 0.814, 0.571),
        "keyphrase": (0.482, 0.375, 0.576, 0.401),
        "V + summary": (0.689, 0.608, 0.749, 0.624),
        "V + fact": (0.732, 0.620, 0.862, 0.652),
        "V + keyphrase": (0.710, 0.587, 0.768, 0.602),
    },
}
"""By key design."""
TABLE_4: Mapping[Unit, Mapping[tuple[str, Window], Figures]] = {
    Unit.SESSION: {
        ("V", Window.NONE): (0.639, 0.630, 0.651, 0.707),
        ("V", Window.EVENTS): (0.654, 0.660, 0.707, 0.679),
        ("V + fact", Window.NONE): (0.684, 0.688, 0.721, 0.782),
        ("V + fact", Window.EVENTS): (0.722, 0.732, 0.797, 0.758),
    },
    Unit.ROUND: {
        ("V", Window.NONE): (0.421, 0.462, 0.499, 0.511),
        ("V", Window.EVENTS): (0.451, 0.565, 0.495, 0.538),
        ("V + fact", Window.NONE): (0.489, 0.500, 0.550, 0.598),
        ("V + fact", Window.EVENTS): (0.526, 0.548, 0.722, 0.669),
    },
}
"""By key design and the use of the time range, ranges by GPT-4o."""
