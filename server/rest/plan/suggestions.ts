/** "Perhaps you meant ...", as in PostgREST: by shared letter groups first and edit distance second. */
export function closestName(wanted: string, names: string[], minScore = 0.33): string | undefined {
  const target = wanted.toLowerCase()
  const exact = names.find((name) => name.toLowerCase() === target)
  if (exact !== undefined) return exact
  for (const size of [3, 2]) {
    const best = similarByGroups(target, names, size)
      .map((name) => ({ name, score: similarity(target, name.toLowerCase()) }))
      .filter(({ score }) => score >= minScore)
      .sort((one, other) => other.score - one.score)[0]
    if (best) return best.name
  }
  return undefined
}

const considered = 50

function similarByGroups(target: string, names: string[], size: number): string[] {
  const wanted = letterGroups(target, size)
  return names
    .map((name) => ({ name, shared: cosine(wanted, letterGroups(name.toLowerCase(), size)) }))
    .filter(({ shared }) => shared > 0)
    .sort((one, other) => other.shared - one.shared)
    .slice(0, considered)
    .map(({ name }) => name)
}

function letterGroups(text: string, size: number): Map<string, number> {
  const padded = `-${text.replaceAll(/[^\p{L}\p{N}, ]+/gu, '')}-`.padEnd(size, '-')
  const groups = new Map<string, number>()
  for (let at = 0; at + size <= padded.length; at++) {
    const group = padded.slice(at, at + size)
    groups.set(group, (groups.get(group) ?? 0) + 1)
  }
  return groups
}

function cosine(one: Map<string, number>, other: Map<string, number>): number {
  let product = 0
  for (const [group, count] of one) product += count * (other.get(group) ?? 0)
  const length = (groups: Map<string, number>) =>
    Math.sqrt([...groups.values()].reduce((sum, n) => sum + n * n, 0))
  return product / (length(one) * length(other))
}

function similarity(one: string, other: string): number {
  return 1 - editDistance(one, other) / Math.max(one.length, other.length)
}

/** Levenshtein. */
export function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[other.length] ?? 0
}
