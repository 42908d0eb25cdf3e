"""What a page, a lookup, a verdict and a filing cost as the ledger grows, plotted.

Ledgers of 10,000 to 10,000,000 orders are generated and asked in turn; the cost of each size is the
median of the rounds, divided by that of the smallest. --ledger takes the place of the largest; it
stays as it is but for the filings, which are left out of it without --files. --picture writes the plot
(SVG), which the manual shows."""
import os
import tempfile

from races.course import Table, median, run
from races.ledger import figures, generate

ROWS = {"page": "a page of users", "lookup": "a lookup", "verdict": "a verdict", "filing": "a filing"}
COLOURS = ["#2a78d6", "#c2571a", "#2f8f5b", "#8a4fbf"]
MOST = 1.15


def arguments(parser):
    parser.add_argument("--orders", type=int, action="append", help="the sizes; a tenth as many users")
    parser.add_argument("--ledger", help="the largest ledger, already generated")
    parser.add_argument("--files", action="store_true", help="file into --ledger, too")
    parser.add_argument("--count", type=int, default=500, help="events a row and round")
    parser.add_argument("--folder", help="where to work: the disk that is measured")
    parser.add_argument("--picture", help="write the plot here")


def race(options):
    sizes = sorted(options.orders or [10_000, 100_000, 1_000_000, 10_000_000])
    with tempfile.TemporaryDirectory(dir=options.folder, prefix="race-") as folder:
        options.folder = folder
        options.program = os.path.abspath(options.program)
        ledgers = {}
        for size in sizes:
            if size == sizes[-1] and options.ledger:
                ledgers[size] = os.path.abspath(options.ledger)
            else:
                ledgers[size], _ = generate(options, f"{size}.sqlite", max(size // 10, 1), size)
        costs = measured(options, ledgers)
        table = Table()
        for row, name in ROWS.items():
            growth = costs[row][max(costs[row])] / costs[row][sizes[0]]
            table.add(f"{name}, p50 ms", costs[row][max(costs[row])], f"{sizes[0]:,} orders",
                      costs[row][sizes[0]], MOST, atMost=True, ratio=growth)
        if options.picture:
            with open(options.picture, "w") as output:
                output.write(picture(costs))
        table.finish(options.json)


def measured(options, ledgers):
    """By row and size: the median of p50 in ms. Each round asks all sizes in turn; the first one, which
    fills the system's cache, doesn't count."""
    found = {row: {size: [] for size in ledgers} for row in ROWS}
    for attempt in range(options.rounds + 1):
        for size, ledger in ledgers.items():
            files = ledger != options.ledger or options.files
            for row in ROWS:
                if row == "filing" and not files:
                    continue
                place = "--into" if row == "filing" else "--ledger"
                text = run([options.program, "bench", "ledger", "--row", row, place, ledger,
                            "--count", str(options.count)])
                if attempt:
                    found[row][size].append(figures(text)[row]["p50"])
    return {row: {size: median(values) for size, values in sizes.items() if values}
            for row, sizes in found.items()}


def picture(costs):
    """The plot: orders from left to right, each tenfold one step, and the cost in multiples."""
    sizes = sorted({size for row in costs.values() for size in row})
    left, top, width, height = 60, 20, 480, 240
    most = max(1.5, max(c / row[sizes[0]] for row in costs.values() for c in row.values()) * 1.1)

    def x(size):
        return left + width * sizes.index(size) / (len(sizes) - 1)

    def y(cost):
        return top + height * (1 - cost / most)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 740 {top + height + 60}" '
        'font-family="sans-serif" font-size="13" fill="#555">',
        f'<title>What work costs from {sizes[0]:,} to {sizes[-1]:,} orders</title>',
    ]
    for cost in [part / 2 for part in range(int(most * 2) + 1)]:
        parts.append(f'<path d="M{left} {y(cost):.1f}H{left + width}" stroke="#ccc"/>'
                     f'<text x="{left - 8}" y="{y(cost) + 4:.1f}" text-anchor="end">{cost:g}</text>')
    parts.append(f'<path d="M{left} {y(MOST):.1f}H{left + width}" stroke="#999" stroke-dasharray="4 4"/>')
    for size in sizes:
        parts.append(f'<text x="{x(size):.1f}" y="{top + height + 20}" text-anchor="middle">{size:,}</text>')
    parts.append(f'<text x="{left + width / 2}" y="{top + height + 44}" text-anchor="middle">orders</text>')
    # Names that would cover each other are moved apart.
    ends = sorted((max(y(row[max(row)] / row[sizes[0]]), 0), name) for name, row in costs.items())
    places, last = {}, 0.0
    for place, name in ends:
        last = places[name] = max(place, last + 18)
    for colour, (name, row) in zip(COLOURS, costs.items()):
        points = " ".join(f"{x(size):.1f},{y(cost / row[sizes[0]]):.1f}" for size, cost in sorted(row.items()))
        end = max(row)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
                     f'<text x="{left + width + 10}" y="{places[name] + 4:.1f}" fill="{colour}">'
                     f'{ROWS[name]}, {row[end]:.2g} ms</text>')
    return "\n".join(parts + ["</svg>", ""])
