import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { useState } from 'react'
import { Link, NavLink } from 'react-router'
import { mostCounted } from '#domain/notices/user-notices.ts'
import { paths } from '#domain/paths.ts'
import { userNoticeTexts } from '#domain/texts/notices.ts'
import { TextLink } from '#web/components/text-link.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { Popover, PopoverContent, PopoverTrigger } from '#web/components/ui/popover.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { NoticeList } from './notice-list.tsx'
import { unreadNoticesQuery } from './queries.ts'

const texts = userNoticeTexts

export function Bell({ clinic }: { clinic: Clinic }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { data: unread = 0 } = useQuery(unreadNoticesQuery(clinic.subdomain))
  const choosesEvents = useCan()('clinic:read')
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button
          variant="quiet"
          className="relative w-full justify-start gap-3.5 px-3 text-muted"
          aria-label={texts.open(unread, mostCounted)}
        >
          <BellIcon aria-hidden className="size-5 flex-none" />
          <span className="rail-word">{texts.title}</span>
          {unread > 0 && <Count unread={unread} className="rail-count ml-auto" />}
        </Button>
      </PopoverTrigger>
      <PopoverContent side="right" align="end" label={texts.title} className="w-96 p-3">
        <NoticeList clinic={clinic} shown={8} onFollow={close} />
        <p className="mt-2 flex flex-wrap justify-between gap-x-4 border-t border-line px-3 pt-3 pb-1 text-form">
          <Link to={withClinic(paths.clinicNotices)} onClick={close} className="link">
            {texts.all}
          </Link>
          {choosesEvents && (
            <Link to={withClinic(paths.settingsNotifications)} onClick={close} className="link">
              {texts.choose}
            </Link>
          )}
        </p>
      </PopoverContent>
    </Popover>
  )
}

export function BellLink({ clinic }: { clinic: Clinic }) {
  const { data: unread = 0 } = useQuery(unreadNoticesQuery(clinic.subdomain))
  return (
    <Button asChild variant="quiet" size="icon">
      <NavLink to={withClinic(paths.clinicNotices)} aria-label={texts.open(unread, mostCounted)}>
        <span className="relative flex-none">
          <BellIcon aria-hidden className="size-5" />
          {unread > 0 && <Count unread={unread} className="absolute -top-2 left-2.5" />}
        </span>
      </NavLink>
    </Button>
  )
}

/** The unread count, next to the notification settings (docs/specification.md B2.12). */
export function UnreadBadge({ clinic }: { clinic: Clinic }) {
  const { data: unread = 0 } = useQuery(unreadNoticesQuery(clinic.subdomain))
  return unread > 0 ? <Count unread={unread} className="ml-auto" /> : null
}

/** Leads from the notification settings, whose badge counts unread notices, to these. */
export function UnreadLink({ clinic }: { clinic: Clinic }) {
  const { data: unread = 0 } = useQuery(unreadNoticesQuery(clinic.subdomain))
  if (unread === 0) return null
  return <TextLink to={withClinic(paths.clinicNotices)}>{texts.toUnread(unread, mostCounted)}</TextLink>
}

/** Drawn by CSS: the button's name already includes the count, and must contain visible text. */
function Count({ unread, className }: { unread: number; className: string }) {
  return (
    <span
      aria-hidden
      data-count={texts.badge(unread, mostCounted)}
      className={cn(
        'min-w-5 rounded-full bg-primary px-1.5 text-center text-note leading-5 font-semibold text-on-primary tabular-nums after:content-[attr(data-count)]',
        className,
      )}
    />
  )
}
