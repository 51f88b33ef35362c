import type pg from 'pg'
import { type Answer, type FailedPipeline, type Statement, sendTyped } from './pipeline.ts'

interface Waiting extends Statement {
  isFirst?: boolean
  resolve(answer: Answer): void
  reject(error: unknown): void
}

const unheard = { resolve: () => {}, reject: () => {} }

/**
 * Queries issued together with `Promise.all` are sent together; after an error Postgres skips the rest.
 * @param first sent before the first of them; where one fails, so do they, for the same reason
 */
export function queriesOn(
  client: pg.ClientBase,
  first: readonly Statement[] = [],
): {
  query(sql: string, params: readonly unknown[]): Promise<Answer>
  /** Refuses further queries, and waits for pending ones; sends `first` if there was none. */
  end(): Promise<void>
} {
  let waiting: Waiting[] = first.map((statement) => ({ ...statement, isFirst: true, ...unheard }))
  let sending: Promise<void> | undefined
  let isOver = false

  const sendAll = async () => {
    // after everything that runs in this tick, so after the last query of a Promise.all
    await new Promise<void>((resolve) => process.nextTick(resolve))
    while (waiting.length > 0) {
      const pipeline = waiting
      waiting = []
      await send(client, pipeline)
    }
    sending = undefined
  }
  return {
    query(sql, params) {
      return new Promise((resolve, reject) => {
        // the connection may belong to another request by now
        if (isOver) throw new Error('a statement was issued after the end of its transaction')
        waiting.push({ sql, params, resolve, reject })
        sending ??= sendAll()
      })
    },
    async end() {
      isOver = true
      if (waiting.length > 0) sending ??= sendAll()
      await sending
    },
  }
}

async function send(client: pg.ClientBase, pipeline: Waiting[]): Promise<void> {
  try {
    const answers = await sendTyped(client, pipeline)
    for (const [index, { resolve }] of pipeline.entries()) resolve(answers[index] as Answer)
  } catch (error) {
    const { cause, earlier } = error as FailedPipeline
    for (const [index, { resolve, reject }] of pipeline.entries()) {
      const answer = earlier[index]
      if (answer) resolve(answer)
      else if (index === earlier.length || pipeline[earlier.length]?.isFirst) reject(cause)
      else reject(new Error('not run, because an earlier statement failed', { cause }))
    }
  }
}
