/** Compares nested objects field by field, and lists as a whole. */
export function previousAttributes(before: Record<string, unknown>, after: Record<string, unknown>) {
  const changed: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[name], after[name]]
    if (JSON.stringify(was) === JSON.stringify(is)) continue
    changed[name] = isPlain(was) && isPlain(is) ? previousAttributes(was, is) : (was ?? null)
  }
  return changed
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
