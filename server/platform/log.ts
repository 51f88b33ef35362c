/** One JSON line per event, with ids and codes only. No names, addresses, bodies or health data. */
export interface Logger {
  debug(event: string, fields?: LogFields): void
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

/** An `error` is reduced to its name, code, message and stack. */
export type LogFields =
  | (Record<string, string | number | boolean | null | undefined> & { error?: never })
  | (Record<string, unknown> & { error: unknown })

const levels = { debug: 10, info: 20, warn: 30, error: 40, silent: 99 } as const

/** @param now real time, not the product's clock */
export function createLogger(
  level: keyof typeof levels,
  write: (line: string, level: keyof typeof levels) => void = writeToStream,
  now: () => Date = () => new Date(),
): Logger {
  const log =
    (lineLevel: keyof typeof levels) =>
    (event: string, fields: LogFields = {}) => {
      if (levels[lineLevel] < levels[level]) return
      const { error, ...rest } = fields as Record<string, unknown>
      write(
        JSON.stringify({
          at: now().toISOString(),
          level: lineLevel,
          event,
          ...rest,
          ...(error ? describeError(error) : {}),
        }),
        lineLevel,
      )
    }
  return { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') }
}

export const silentLogger: Logger = createLogger('silent')

/**
 * An error's message without mail addresses, phone numbers and values that Postgres could not read (docs/threats.md T22).
 * For logs and failed jobs.
 */
export function wordsOf(error: unknown): string {
  const { code, message } =
    error instanceof Error ? (error as Error & { code?: unknown }) : { message: String(error) }
  const words = typeof code === 'string' && dataException.test(code) ? hideQuoted(message) : message
  return words.replace(mailAddress, '<address>').replace(phoneNumber, '<number>')
}

/** SQLSTATE class 22: messages quote the value. Other classes quote only our names. */
const dataException = /^22[0-9A-Z]{3}$/
const hideQuoted = (words: string) => words.replace(/"[\s\S]*"/, '"…"')
const mailAddress = /[^\s<>"'(),;:=/]+@[^\s<>"'(),;:]+/g
const phoneNumber = /\+\d[\d ().-]{5,}\d/g

// Without detail and parameters, which contain row values.
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { errorMessage: wordsOf(error).slice(0, 500) }
  const cause = error.cause instanceof Error ? { cause: describeError(error.cause) } : {}
  return {
    errorName: error.name,
    errorCode: (error as { code?: unknown }).code,
    errorMessage: wordsOf(error).slice(0, 500),
    // without the message, which may have several lines
    stack: error.stack
      ?.split('\n')
      .map((line) => line.trim())
      .filter((line) => line.startsWith('at '))
      .slice(0, 7),
    ...cause,
  }
}

function writeToStream(line: string, level: keyof typeof levels): void {
  const stream = levels[level] >= levels.warn ? process.stderr : process.stdout
  stream.write(`${line}\n`)
}
