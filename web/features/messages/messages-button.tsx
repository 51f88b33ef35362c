import { useQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { NavLink } from 'react-router'
import { paths } from '#domain/paths.ts'
import { messageTexts } from '#domain/texts/messages.ts'
import { Button } from '#web/components/ui/button.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useLive } from '#web/lib/fetch/use-live.ts'
import { ownThreadQuery } from './queries.ts'

const liveTopics = ['messages', 'waitlist', 'appointments']

export function MessagesButton({ clinic, userId }: { clinic: Clinic; userId: string }) {
  useLive(clinic.subdomain, userId, liveTopics)
  const { data: thread } = useQuery(ownThreadQuery(clinic))
  const unread = thread?.unread ?? 0
  return (
    <Button asChild variant="quiet" size="icon" className="relative">
      <NavLink
        to={withClinic(paths.homeMessages)}
        aria-label={messageTexts.unread(unread)}
        title={messageTexts.title}
      >
        <MessagesSquare aria-hidden />
        {unread > 0 && (
          // drawn by CSS: the link's name already includes the count, and must contain visible text
          <span
            aria-hidden
            data-count={unread > 99 ? '99+' : unread}
            className="absolute top-0 right-0 min-w-5 rounded-full bg-primary px-1.5 text-center text-note leading-5 font-semibold text-on-primary tabular-nums after:content-[attr(data-count)]"
          />
        )}
      </NavLink>
    </Button>
  )
}
