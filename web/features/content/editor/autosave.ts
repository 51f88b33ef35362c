import type { SaveContent, SavedContent } from '#domain/content/content.ts'

/** The edited fields, without the item's identity. */
export type Writing = Omit<SaveContent, 'itemId' | 'version'>

/**
 * `conflict`: another editor saved meanwhile, and nothing is sent until the writer decides. `invalid`: the fields show
 * errors, and nothing is sent until they change.
 */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict' | 'invalid'

export interface AutosaveTools {
  save(version: number, writing: Writing): Promise<SavedContent>
  isValid(writing: Writing): boolean
  isConflict(error: unknown): boolean
  /** True for a refusal that would repeat until the text changes. */
  isRefusal(error: unknown): boolean
  wait(run: () => void, delayMs: number): () => void
  onState(state: SaveState): void
  onSaved(saved: SavedContent): void
  /** Called before the state changes. */
  onFailed(error: unknown): void
}

const pauseMs = 1_500
const retryMs = 10_000

export interface Autosave {
  state(): SaveState
  change(writing: Writing): void
  /** Saves pending changes now. Resolves to true if everything is saved. */
  flush(): Promise<boolean>
  /** After a conflict: overwrites the other version. @param version to replace */
  replace(version: number): void
  /** Sends nothing after the current save. */
  stop(): void
}

/**
 * Saves a moment after the last change, one save at a time, each based on the version before. Failed saves are retried;
 * another editor's version is never overwritten without a decision.
 */
export function createAutosave(version: number, tools: AutosaveTools): Autosave {
  let seen = version
  let state: SaveState = 'saved'
  let pending: Writing | null = null
  let running: Promise<void> | null = null
  let cancel = () => {}
  let isStopped = false

  function become(next: SaveState): void {
    if (state === next) return
    state = next
    tools.onState(next)
  }

  function later(delayMs: number): void {
    cancel()
    if (isStopped) return
    cancel = tools.wait(() => void send(), delayMs)
  }

  async function send(): Promise<void> {
    cancel()
    if (running) return running
    const writing = pending
    if (!writing || state === 'conflict') return
    if (!tools.isValid(writing)) return become('invalid')
    pending = null
    become('saving')
    running = tools
      .save(seen, writing)
      .then((saved) => {
        seen = saved.version
        tools.onSaved(saved)
        if (pending) {
          become('waiting')
          later(pauseMs)
        } else become('saved')
      })
      .catch((error: unknown) => {
        pending ??= writing
        tools.onFailed(error)
        if (tools.isConflict(error)) return become('conflict')
        if (tools.isRefusal(error)) {
          // newer changes may be valid
          if (pending !== writing) later(pauseMs)
          return become(pending === writing ? 'invalid' : 'waiting')
        }
        become('failed')
        later(retryMs)
      })
      .finally(() => {
        running = null
      })
    return running
  }

  return {
    state: () => state,
    change(writing) {
      pending = writing
      if (state === 'conflict' || running) return
      become(tools.isValid(writing) ? 'waiting' : 'invalid')
      later(pauseMs)
    },
    async flush() {
      for (let round = 0; round < 3 && (running || pending); round++) await send()
      return state === 'saved'
    },
    replace(version) {
      seen = version
      become('waiting')
      void send()
    },
    stop() {
      isStopped = true
      cancel()
    },
  }
}
