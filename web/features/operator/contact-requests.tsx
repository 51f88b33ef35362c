import { MailQuestion } from 'lucide-react'
import type { ContactRequestView } from '#domain/operator/operator.ts'
import { operatorTexts } from '#domain/texts/operator.ts'
import { dateInText } from '#domain/values/dates.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Card } from '#web/components/ui/card.tsx'

const texts = operatorTexts.requests

export function ContactRequests({ requests }: { requests: readonly ContactRequestView[] }) {
  if (requests.length === 0) return <EmptyState icon={MailQuestion} title={texts.none} />
  return (
    <ul aria-label={texts.title} className="space-y-4">
      {requests.map(({ id, about, name, email, clinicName, message, createdAt }) => (
        <li key={id}>
          <Card>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <p className="min-w-0 font-semibold break-words">
                {name}
                {clinicName && <span className="font-normal text-muted">, {clinicName}</span>}
              </p>
              <Badge>{texts.about[about] ?? about}</Badge>
              <span className="text-note text-muted">{dateInText(createdAt)}</span>
            </div>
            <p className="mt-3 break-words whitespace-pre-line">{message}</p>
            <a className="link mt-3 inline-block break-all" href={`mailto:${email}`}>
              {texts.reply}: {email}
            </a>
          </Card>
        </li>
      ))}
    </ul>
  )
}
