/**
 * The former values of the fields that changed, as `previous_attributes` of an event holds them: nested objects are
 * compared field by field, lists as a whole.
 */
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
