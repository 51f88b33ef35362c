import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { Notice } from '#web/components/ui/notice.tsx'
import type { OwnSubscription } from './queries.ts'

type Said = Exclude<OwnSubscription['pending'], 'leave' | null>

export function PendingNotice({
  subscription: { pending },
  words = subscriptionTexts.state.pending,
}: {
  subscription: OwnSubscription
  words?: {
    title: Record<Said, string>
    text: Record<Said, string>
  }
}) {
  if (!pending) return null
  const said = pending === 'leave' ? 'cancel' : pending
  return (
    <Notice tone="warning" title={words.title[said]} className="mt-4">
      <p>{words.text[said]}</p>
    </Notice>
  )
}
