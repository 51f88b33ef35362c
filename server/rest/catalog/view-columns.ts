/** The column's position in the view, and the table (by id) and column position behind it. */
export interface ColumnOrigin {
  position: number
  tableId: string
  column: number
}

const origin = /:resno (\d+) .*?:resorigtbl (\d+) :resorigcol (\d+)/s

/**
 * Reads the columns that show a table's column unchanged from a view's stored definition (pg_rewrite.ev_action, a query
 * tree). Only the outermost select list counts; subqueries have separate lists.
 */
export function viewColumnOrigins(definition: string): ColumnOrigin[] {
  const origins: ColumnOrigin[] = []
  for (const entry of outerTargetEntries(definition)) {
    const [, position, tableId, column] = origin.exec(withoutNested(entry)) ?? []
    if (position && tableId && tableId !== '0') {
      origins.push({ position: Number(position), tableId, column: Number(column) })
    }
  }
  return origins
}

// The entries of `({QUERY ... :targetList ({TARGETENTRY ...} ...) ...})` are nodes at depth two.
function outerTargetEntries(definition: string): string[] {
  const entries: string[] = []
  let depth = 0
  let start = -1
  for (let index = 0; index < definition.length; index++) {
    const character = definition[index]
    if (character === '\\') index++
    else if (character === '{') {
      depth++
      if (depth === 2 && definition.startsWith('{TARGETENTRY', index)) start = index
    } else if (character === '}') {
      if (depth === 2 && start >= 0) {
        entries.push(definition.slice(start + 1, index))
        start = -1
      }
      depth--
    }
  }
  return entries
}

function withoutNested(entry: string): string {
  let depth = 0
  let flat = ''
  for (let index = 0; index < entry.length; index++) {
    const character = entry[index] ?? ''
    if (character === '\\') index++
    else if (character === '{') depth++
    else if (character === '}') depth--
    else if (depth === 0) flat += character
  }
  return flat
}
