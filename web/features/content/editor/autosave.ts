import type { SaveContent, SavedContent } from '#domain/content/content.ts'

/** What is written, without what identifies it. */
export type Writing = Omit<SaveContent, 'itemId' | 'version'>

/**
 * How the saving stands. `conflict`: somebody else saved meanwhile; nothing more is sent until the writer has chosen.
 * `invalid`: it cannot be saved as it is, and the fields say why; nothing is sent until it is changed.
 */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict' | 'invalid'

/** What the autosave needs of the page. */
export interface AutosaveTools {
  save(version: number, writing: Writing): Promise<SavedContent>
  isValid(writing: Writing): boolean
  isConflict(error: unknown): boolean
  /** The answer says that it cannot be saved as it is: sent again, it would be refused again. */
  isRefusal(error: unknown): boolean
  /** @returns to be called to stop */
  wait(run: () => void, delayMs: number): () => void
  onState(state: SaveState): void
  onSaved(saved: SavedContent): void
  /** Told each failure, before the state follows from it. */
  onFailed(error: unknown): void
}

const pauseMs = 1_500
const retryMs = 10_000

export interface Autosave {
  state(): SaveState
  change(writing: Writing): void
  /** Saves now what has not been saved. Resolves to whether everything is saved. */
  flush(): Promise<boolean>
  /** After a conflict: what is here replaces what was saved there. @param version that it replaces */
  replace(version: number): void
  /** The writer has left: a save under way ends, and nothing more is sent. */
  stop(): void
}

/**
 * Saves a moment after the last change, one save at a time, each on top of the one before. What could not be saved is sent
 * again by itself; what somebody else has changed is never overwritten unasked.
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
        // what was typed since is newer
        pending ??= writing
        tools.onFailed(error)
        if (tools.isConflict(error)) return become('conflict')
        if (tools.isRefusal(error)) {
          // what was typed since may be right
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
      // a change during a save needs another one
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
