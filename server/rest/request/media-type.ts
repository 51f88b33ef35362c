import { refuse } from '../errors/rest-error.ts'

export interface AnswerFormat {
  kind: 'list' | 'object' | 'csv'
  stripNulls: boolean
  /** The statement's plan instead of its result. */
  plan?: { format: 'json' | 'text'; options: string[] }
  contentType: string
}

interface MediaType {
  name: string
  parameters: Record<string, string>
  quality: number
}

const json: AnswerFormat = { kind: 'list', stripNulls: false, contentType: 'application/json; charset=utf-8' }

const strippedList = 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8'

const planOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal']

/**
 * By quality.
 * @param planEnabled whether `application/vnd.pgrst.plan` is allowed: it exposes query plans
 * @throws RestError PGRST107
 */
export function negotiate(accept: string | null, planEnabled: boolean): AnswerFormat {
  if (accept === null || accept === '*/*' || accept === 'application/json') return json
  const accepted = parseAccept(accept)
  for (const type of accepted) {
    const format = formatOf(type) ?? (planEnabled ? planOf(type) : undefined)
    if (format) return format
  }
  throw refuse.mediaType(accepted.map((type) => type.name))
}

function formatOf({ name, parameters }: MediaType): AnswerFormat | undefined {
  const stripNulls = parameters.nulls === 'stripped'
  const stripped = stripNulls ? ';nulls=stripped' : ''
  switch (name) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return json
    case 'application/vnd.pgrst.array':
    case 'application/vnd.pgrst.array+json':
      return stripNulls ? { ...json, stripNulls, contentType: strippedList } : json
    case 'application/vnd.pgrst.object':
    case 'application/vnd.pgrst.object+json':
      return {
        kind: 'object',
        stripNulls,
        contentType: `application/vnd.pgrst.object+json${stripped}; charset=utf-8`,
      }
    case 'text/csv':
      return { kind: 'csv', stripNulls: false, contentType: 'text/csv; charset=utf-8' }
    default:
      return undefined
  }
}

function planOf({ name, parameters }: MediaType): AnswerFormat | undefined {
  const found = /^application\/vnd\.pgrst\.plan(?:\+(json|text))?$/.exec(name)
  const explained =
    found && formatOf({ name: parameters.for ?? 'application/json', parameters: {}, quality: 1 })
  if (!found || !explained) return undefined
  const format = found[1] === 'json' ? 'json' : 'text'
  const asked = (parameters.options ?? '').split('|')
  const options = planOptions.filter((option) => asked.includes(option))
  const type = explained.contentType.replace('; charset=utf-8', '')
  const shown = options.length > 0 ? `; options=${options.join('|')}` : ''
  const contentType = `application/vnd.pgrst.plan+${format}; for="${type}"${shown}; charset=utf-8`
  return { ...explained, contentType, plan: { format, options } }
}

function parseAccept(header: string): MediaType[] {
  const types = splitOutsideQuotes(header, ',').map((part): MediaType => {
    const [name = '', ...rest] = splitOutsideQuotes(part, ';').map((piece) => piece.trim())
    const parameters = Object.fromEntries(
      rest
        .filter((piece) => piece.includes('='))
        .map((piece) => {
          const at = piece.indexOf('=')
          return [
            piece.slice(0, at).trim().toLowerCase(),
            piece
              .slice(at + 1)
              .trim()
              .replace(/^"(.*)"$/, '$1'),
          ]
        }),
    )
    const quality = Number(parameters.q ?? 1)
    return { name: name.toLowerCase(), parameters, quality: Number.isFinite(quality) ? quality : 1 }
  })
  return types.filter((type) => type.name !== '').sort((one, other) => other.quality - one.quality)
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = ['']
  let inQuotes = false
  for (const character of text) {
    if (character === '"') inQuotes = !inQuotes
    if (character === separator && !inQuotes) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts
}
