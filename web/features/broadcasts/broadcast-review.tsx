import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BroadcastDraft, BroadcastPreview } from '#domain/broadcasts/broadcasts.ts'
import { broadcastTexts } from '#domain/texts/broadcasts.ts'
import { useUnsaved } from '#web/components/form/unsaved-guard.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { broadcastsQuery } from './queries.ts'
import { withheldText } from './withheld-text.ts'

const texts = broadcastTexts.review

/** The message and the number of its readers, before the press that sends it. Requires an `UnsavedGuard`. */
export function BroadcastReview({
  slug,
  draft,
  preview: { count, withheld, samples, parts },
  onEdit,
  onSent,
}: {
  slug: string
  draft: BroadcastDraft
  preview: BroadcastPreview
  onEdit(): void
  onSent(): void
}) {
  const queryClient = useQueryClient()
  useUnsaved(true)
  // one review sends once, even after several presses
  const [attempt] = useState(() => crypto.randomUUID())
  const test = useMutation({
    mutationFn: () => callFunction('test-broadcast', draft),
    onSuccess: ({ email }) => toast.success(texts.tested, { description: texts.testedText(email) }),
    onError: (error) => toast.error(texts.testFailed, describeRefusal(error)),
  })
  const send = useMutation({
    mutationFn: () => callFunction('send-broadcast', { ...draft, count, attempt }),
    onSuccess: () => {
      toast.success(texts.started)
      onSent()
      return queryClient.invalidateQueries(broadcastsQuery(slug))
    },
    onError: (error) => toast.error(texts.sendFailed, describeRefusal(error)),
  })
  const others = withheldText(withheld)
  const isBusy = send.isPending
  return (
    <section aria-labelledby="review-title" className="space-y-5">
      <div role="status">
        <h2 id="review-title" className="font-display text-h3 font-medium">
          {count === 0 ? texts.none : texts.title(count)}
        </h2>
        {others && <p className="mt-1 text-form text-muted">{others}</p>}
      </div>
      {parts !== null && count > 0 && <Notice tone="info">{texts.parts(parts)}</Notice>}
      <ul className="space-y-3">
        {samples.map(({ name, subject, body }, index) => (
          <li key={String(index)} className="rounded-control bg-sunken px-4 py-3">
            <p className="text-note font-semibold break-words text-muted">{texts.sample(name)}</p>
            {subject && <p className="mt-1 font-semibold break-words">{subject}</p>}
            <p className="mt-1 break-words whitespace-pre-wrap">{body}</p>
          </li>
        ))}
      </ul>
      <p className="text-form text-muted">{draft.channel === 'portal' ? texts.portalTime : texts.quiet}</p>
      <div className="flex flex-wrap gap-3">
        {count > 0 && (
          <Button aria-disabled={isBusy || undefined} onClick={() => !isBusy && send.mutate()}>
            {isBusy ? texts.sending : texts.send(count)}
          </Button>
        )}
        <Button variant="outline" disabled={isBusy || test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? texts.testing : texts.test}
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={onEdit}>
          {texts.edit}
        </Button>
      </div>
    </section>
  )
}
