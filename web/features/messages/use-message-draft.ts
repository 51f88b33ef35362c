import { useEffect, useRef, useState } from 'react'
import type { UploadedFile } from '#domain/files/files.ts'
import { openForm, storeDrafts, takeDraft } from '#web/lib/offline/drafts.ts'
import { sessionKeeper } from '#web/lib/session/session-keeper.ts'

/** A message that is being written. */
export interface MessageDraft {
  body: string
  files: UploadedFile[]
  /** Names this message to the server, so that repeating a request sends it once. */
  attempt: string
  /** Whether it may have arrived: sending it was tried, and nothing has been changed since. */
  isTried: boolean
}

const empty = (): MessageDraft => ({ body: '', files: [], attempt: crypto.randomUUID(), isTried: false })

/**
 * What is being written to one person. It survives a reload, and leaving the page for another: in this tab, for half an
 * hour, until it is sent or the writer signs out.
 */
export function useMessageDraft(patientId: string): {
  draft: MessageDraft
  /** After a try, what is changed is another message. */
  change(part: (now: MessageDraft) => Partial<Pick<MessageDraft, 'body' | 'files'>>): void
  markTried(): void
  clear(): void
} {
  const name = `message ${patientId}`
  const [draft, setDraft] = useState(empty)
  const latest = useRef(draft)
  latest.current = draft

  useEffect(() => {
    // the path at the end may be the next page's
    const path = location.pathname
    const owner = () => sessionKeeper.current().session?.user.id
    const close = openForm({
      name,
      isDirty: () => latest.current.body !== '' || latest.current.files.length > 0,
      values: () => ({ ...latest.current }),
    })
    // after the effects of a page that is mounted twice
    const timer = setTimeout(() => {
      const id = owner()
      const stored = id ? takeDraft(id, path, name) : null
      if (stored) setDraft({ ...empty(), ...(stored as Partial<MessageDraft>) })
    }, 0)
    return () => {
      clearTimeout(timer)
      const id = owner()
      if (id) storeDrafts(id, path)
      close()
    }
  }, [name])

  return {
    draft,
    change: (part) =>
      setDraft((now) => ({
        ...now,
        ...part(now),
        ...(now.isTried ? { attempt: crypto.randomUUID(), isTried: false } : {}),
      })),
    markTried: () => setDraft((now) => ({ ...now, isTried: true })),
    clear: () => setDraft(empty()),
  }
}
