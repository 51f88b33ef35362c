import { useEffect, useRef, useState } from 'react'
import type { SavedContent } from '#domain/content/content.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { refusalCode, refusalSentence } from '#web/lib/fetch/refusals.ts'
import { findDraft, openForm, takeDraft } from '#web/lib/offline/drafts.ts'
import { sessionKeeper } from '#web/lib/session/session-keeper.ts'
import { readWorkingCopy, type WorkingCopy } from '../queries.ts'
import { type Autosave, createAutosave, type SaveState, type Writing } from './autosave.ts'
import { type WritingProblems, writingProblems } from './writing-problems.ts'

export function writingOf({ title, category, description, coverFileId, body }: WorkingCopy): Writing {
  return { title, category, description, coverFileId, body }
}

interface Draft {
  writing: Writing
  version: number
}

function draftOf(name: string, read: typeof findDraft): Draft | null {
  const owner = sessionKeeper.current().session?.user.id
  return owner ? (read(owner, location.pathname, name) as Draft | null) : null
}

/** The reason of a failed save. @returns `reason` null for a defect or without an answer */
function failureOf(error: unknown): { reason: string | null; problems: WritingProblems } {
  const fields = error instanceof ApiError ? error.fields : []
  return {
    reason: error instanceof ApiError && error.code === 'unreachable' ? null : refusalSentence(error),
    problems: Object.fromEntries(fields.map(({ path, message }) => [path, message])),
  }
}

/** The working copy on the screen and its save state. Unsaved changes survive a reload. */
export function useWriting(item: WorkingCopy) {
  const name = `content ${item.id}`
  // before the first paint: the article editor takes its text only once
  const [draft] = useState(() => draftOf(name, findDraft))
  const [writing, setWriting] = useState(draft?.writing ?? (() => writingOf(item)))
  const [state, setState] = useState<SaveState>('saved')
  const [saved, setSaved] = useState<SavedContent>({
    version: item.version,
    savedAt: item.updatedAt,
    readMinutes: item.readMinutes,
  })
  const [failure, setFailure] = useState<ReturnType<typeof failureOf> | null>(null)
  const [theirs, setTheirs] = useState<WorkingCopy | null>(null)
  const autosave = useRef<Autosave>(null)
  // includes the version that a draft is based on, so that a later save shows as a conflict
  const latest = useRef<Draft>({ writing, version: draft?.version ?? item.version })
  latest.current.writing = writing

  useEffect(() => {
    draftOf(name, takeDraft)
    const own = createAutosave(latest.current.version, {
      save: (version, now) => callFunction('save-content', { itemId: item.id, version, ...now }),
      isValid: (now) => Object.keys(writingProblems(item.id, now)).length === 0,
      isConflict: (error) => refusalCode(error) === 'changed_elsewhere',
      isRefusal: (error) => refusalCode(error) === 'invalid_input',
      wait(run, delayMs) {
        const timer = setTimeout(run, delayMs)
        return () => clearTimeout(timer)
      },
      onState(next) {
        setState(next)
        if (next !== 'conflict') return setTheirs(null)
        readWorkingCopy(item.id)
          .then(setTheirs)
          .catch(() => undefined)
      },
      onSaved(answer) {
        latest.current.version = answer.version
        setSaved(answer)
        setFailure(null)
      },
      onFailed: (error) => setFailure(failureOf(error)),
    })
    autosave.current = own
    const closeDraft = openForm({
      name,
      isDirty: () => own.state() !== 'saved',
      values: () => ({ ...latest.current }),
    })
    if (draft) own.change(draft.writing)
    return () => {
      closeDraft()
      own.stop()
    }
  }, [item.id, name, draft])

  return {
    writing,
    state,
    problems: { ...failure?.problems, ...writingProblems(item.id, writing) },
    reason: failure?.reason ?? null,
    saved,
    theirs,
    change(changes: Partial<Writing>) {
      const next = { ...latest.current.writing, ...changes }
      latest.current.writing = next
      setWriting(next)
      setFailure(null)
      autosave.current?.change(next)
    },
    flush: async () => (await autosave.current?.flush()) ?? false,
    replaceTheirs() {
      if (theirs) autosave.current?.replace(theirs.version)
    },
  }
}
