import { useQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#domain/paths.ts'
import { messageTexts } from '#domain/texts/messages.ts'
import { DateText } from '#web/components/date-text.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { ownThreadQuery } from './queries.ts'

const texts = messageTexts.patient.home

export function HomeMessages({ clinic }: { clinic: Clinic }) {
  const { data: thread } = useQuery(ownThreadQuery(clinic))
  const unread = thread?.unread ?? 0
  return (
    <section aria-labelledby="home-messages">
      <h2 id="home-messages" className="font-display text-h3 font-medium">
        {texts.title}
      </h2>
      <Card className="mt-4 flex flex-wrap items-center justify-between gap-4">
        <div className="flex min-w-0 flex-1 basis-56 items-center gap-4">
          <span className="grid size-11 flex-none place-items-center rounded-full bg-tint text-primary">
            <MessagesSquare aria-hidden className="size-5" />
          </span>
          <p className="min-w-0">
            {unread > 0 ? (
              <span className="font-semibold">{texts.unread(unread)}</span>
            ) : thread?.lastFrom ? (
              <>
                {texts.last[thread.lastFrom]} <DateText value={thread.lastMessageAt} />
              </>
            ) : (
              texts.none(clinic.name)
            )}
          </p>
        </div>
        <Button asChild variant={unread > 0 ? 'primary' : 'outline'}>
          <Link to={withClinic(paths.homeMessages)}>{thread ? texts.open : texts.write}</Link>
        </Button>
      </Card>
    </section>
  )
}
