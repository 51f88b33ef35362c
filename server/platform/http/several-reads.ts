import * as z from 'zod/mini'
import { AppError } from '#domain/errors.ts'
import { isRead, maxReads, type Read, type ReadAnswer } from '#domain/reads.ts'
import { parseInput } from '../parse-input.ts'

/** RFC 9110 5.1 and 5.5. A line break in a value would begin another header. */
const headerName = z.string().check(z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/))
const headerValue = z.string().check(z.regex(/^[\t\x20-\x7e\x80-\xff]*$/))

const readInput = z.object({
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  headers: z.record(headerName, headerValue),
  body: z.optional(z.string()),
})

const readsInput = z.object({ reads: z.array(readInput).check(z.minLength(1), z.maxLength(maxReads)) })

/** 40 reads are at most some 80 KB. */
export const maxReadsBytes = 256 * 1024

const ownHeaders = ['accept', 'accept-profile', 'content-type', 'prefer', 'range', 'range-unit']

/** As many as a browser sends at once over HTTP/1.1; fewer for visitors, as everywhere. */
const atOnce = { person: 6, visitor: 2 }

/** The carrying request determines caller and clinic. */
const ofCarrier = ['apikey', 'authorization', 'x-clinic', 'x-guardianship', 'cookie', 'x-forwarded-for']

/** Read by the web app's clients; all others are those of the carrying answer. */
const answerHeaders = [
  'content-range',
  'content-type',
  'preference-applied',
  'retry-after',
  'www-authenticate',
  'x-request-id',
]

/**
 * Answers several reads as if each had come alone, with its own rights, limits, metrics and log line. Takes a unit for each
 * before parsing.
 * @param request JSON: `{ reads: Read[] }`
 * @param prepay takes the units or throws
 * @param answer handles a single request
 * @returns a JSON line, `ReadAnswer`, per read, in the order of completion
 * @throws AppError `bad_json`, `invalid_input`; `not_found` for other paths
 */
export async function answerReads(
  request: Request,
  {
    isVisitor,
    prepay,
    answer,
  }: { isVisitor: boolean; prepay(units: number): void; answer(read: Request): Promise<Response> },
): Promise<Response> {
  const text = await request.text()
  prepay(Math.max(1, countReads(text)))
  const input = parsed(text)
  const reads = parseInput(readsInput, input).reads.map((read) => requestOf(read, request))
  const waiting = reads.entries()
  const encoder = new TextEncoder()
  let isLeft = false
  const body = new ReadableStream<Uint8Array>({
    async start(lines) {
      await Promise.all(
        Array.from({ length: isVisitor ? atOnce.visitor : atOnce.person }, async () => {
          for (const [of, read] of waiting) {
            if (isLeft) return
            const line = await lineOf(of, await answer(read))
            if (!isLeft) lines.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
          }
        }),
      )
      if (!isLeft) lines.close()
    },
    cancel() {
      isLeft = true
    },
  })
  return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson' } })
}

/** Counts without parsing: at least as many as there are reads. */
function countReads(text: string): number {
  let depth = 0
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === quote) at = endOfString(text, at)
    else if (character === openBrace || character === openBracket) {
      if (depth === 2 && character === openBrace) count += 1
      depth += 1
    } else if (character === closeBrace || character === closeBracket) depth -= 1
  }
  return count
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = Buffer.from('"\\{}[]')

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === quote) return at
    if (character === backslash) at += 1
  }
  return text.length
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('bad_json')
  }
}

function requestOf({ method, path, headers, body }: Read, carrier: Request): Request {
  const { origin } = new URL(carrier.url)
  const url = URL.canParse(path, origin) ? new URL(path, origin) : null
  // `fetch` refuses an address with a user or password
  const isOurs = url?.origin === origin && url.username === '' && url.password === ''
  if (!isOurs || !isRead(method, url.pathname)) throw new AppError('not_found')
  const own = new Headers()
  for (const name of ownHeaders) if (headers[name] !== undefined) own.set(name, headers[name])
  for (const name of ofCarrier) {
    const value = carrier.headers.get(name)
    if (value !== null) own.set(name, value)
  }
  return new Request(url, { method, headers: own, ...(method === 'POST' && { body: body ?? '' }) })
}

async function lineOf(of: number, response: Response): Promise<ReadAnswer> {
  const headers = Object.fromEntries(
    answerHeaders.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
  return { of, status: response.status, headers, body: await response.text() }
}
