import { useEffect, useRef, useState } from 'react'
import type { UploadedFile } from '#domain/files/files.ts'
import { openForm, storeDrafts, takeDraft } from '#web/lib/offline/drafts.ts'
import { sessionKeeper } from '#web/lib/session/session-keeper.ts'

export interface MessageDraft {
  body: string
  files: UploadedFile[]
  /** Idempotency key of this message. */
  attempt: string
  /** True if it may have arrived: it was sent, and has not changed since. */
  isTried: boolean
}

const empty = (): MessageDraft => ({ body: '', files: [], attempt: crypto.randomUUID(), isTried: false })

/**
 * The draft of a message to one patient, or of an internal note: text of one never becomes the other. It survives reloads and navigation: in this tab, for half an hour, until it is sent or the
 * writer signs out.
 */
export function useMessageDraft(
  patientId: string,
  kind: 'message' | 'note' = 'message',
): {
  draft: MessageDraft
  /** A change after an attempt makes it another message. */
  change(part: (now: MessageDraft) => Partial<Pick<MessageDraft, 'body' | 'files'>>): void
  markTried(): void
  clear(): void
} {
  const name = `${kind} ${patientId}`
  const [draft, setDraft] = useState(empty)
  const latest = useRef(draft)
  latest.current = draft

  useEffect(() => {
    // at cleanup the path may be the next page's
    const path = location.pathname
    const owner = () => sessionKeeper.current().session?.user.id
    const close = openForm({
      name,
      isDirty: () => latest.current.body !== '' || latest.current.files.length > 0,
      values: () => ({ ...latest.current }),
    })
    // after the effects of a double mount
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
