import { useQuery } from '@tanstack/react-query'
import { Menu } from 'lucide-react'
import { useState } from 'react'
import { Outlet } from 'react-router'
import { paths } from '#domain/paths.ts'
import { unreadText } from '#domain/texts/components.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { AffectedVisitsQuestion } from '#web/components/clinic/affected-visits-question.tsx'
import { CurrentClinicMark } from '#web/components/clinic/current-clinic-mark.tsx'
import { OwnAvatar } from '#web/components/people/own-avatar.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { drawnLate } from '#web/components/ui/layers/late-layer.tsx'
import { Sheet, SheetContent, SheetTrigger } from '#web/components/ui/sheet.tsx'
import { OverdueNotice } from '#web/features/clinic-tier/overdue-notice.tsx'
import { messageCountsQuery } from '#web/features/messages/queries.ts'
import { Bell, BellLink } from '#web/features/notices/bell.tsx'
import type { Area } from '#web/features/shell/area.ts'
import { AreaLink } from '#web/features/shell/area-link.tsx'
import { clinicAreasFor } from '#web/features/shell/clinic-areas.ts'
import { ClinicGate } from '#web/features/shell/clinic-gate.tsx'
import { OwnMenu } from '#web/features/shell/own-menu.tsx'
import { LoadingPalette, PaletteButton, usePalette } from '#web/features/shell/palette-button.tsx'
import { SettingsPanel } from '#web/features/shell/settings-panel.tsx'
import { SupportBanner } from '#web/features/support/clinic-support.tsx'
import { type Clinic, useClinic } from '#web/lib/clinic/current-clinic.ts'
import { PageZone } from '#web/lib/clinic/page-zone.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { useLive } from '#web/lib/fetch/use-live.ts'
import { config } from '#web/lib/page/config.ts'
import { useCompactMode } from '#web/lib/page/sidebar.ts'
import { displayName, useSession } from '#web/lib/session/session-context.ts'

const Palette = drawnLate(() => import('./search/palette.tsx'), LoadingPalette)

/** Topics of these pages: the first part of the keys that are refetched. */
const liveTopics = ['notices', 'tasks', 'messages', 'feedback', 'forms', 'appointments', 'visit-lessons']

/** The clinic area's shell: a sidebar; icons only below 1100 px, a sheet below 768. */
export default function ClinicShell() {
  return <ClinicGate>{(clinic) => <Shell clinic={clinic} />}</ClinicGate>
}

function Shell({ clinic }: { clinic: Clinic }) {
  const { role, user } = useSession()
  const may = useCan()
  const areas = clinicAreasFor(role).filter(({ permission }) => !permission || may(permission))
  const [isSearching, setSearching] = usePalette()
  const name = user ? displayName(user) : ''
  const [isCompact, setCompact] = useCompactMode()
  useLive(clinic.subdomain, user?.id ?? '', liveTopics)

  return (
    <div
      className={cn(
        'min-h-dvh md:grid print:block md:grid-cols-[4.75rem_minmax(0,1fr)]',
        !isCompact && 'lg:grid-cols-[15.5rem_minmax(0,1fr)]',
      )}
    >
      <PhoneBar clinic={clinic} areas={areas} name={name} onSearch={() => setSearching(true)} />
      <aside
        data-compact={isCompact || undefined}
        className="rail sticky top-(--connection-bar) hidden h-[calc(100dvh-var(--connection-bar))] flex-col border-r border-line bg-surface px-3 py-5 md:flex print:hidden"
      >
        <div className="flex min-h-11 items-center gap-3 px-1.5">
          <CurrentClinicMark />
          <span className="rail-word line-clamp-2 font-display text-body leading-tight font-semibold">
            {clinic.name}
          </span>
        </div>
        <div className="mt-6">
          <PaletteButton onOpen={() => setSearching(true)} />
        </div>
        <AreaList areas={areas} />
        <div className="mt-auto space-y-3">
          {config.sandbox && <p className="rail-word px-3 text-note text-muted">{shellTexts.sandbox}</p>}
          <Bell clinic={clinic} />
          <SettingsPanel isCompact={isCompact} onCompact={setCompact} />
          <OwnMenu side="top">
            <Button
              variant="quiet"
              className="w-full justify-start px-1.5"
              aria-label={shellTexts.ownMenu.open(name)}
            >
              <OwnAvatar />
              <span className="rail-word truncate">{name}</span>
            </Button>
          </OwnMenu>
        </div>
      </aside>
      <main id="content" className="mx-auto w-full max-w-300 min-w-0 px-4 py-6 sm:px-6 md:py-8 lg:px-10">
        <PageZone value={clinic.time_zone}>
          <SupportBanner clinic={clinic} />
          <OverdueNotice clinic={clinic} />
          <Outlet />
        </PageZone>
      </main>
      {isSearching && (
        <SearchEverywhere slug={clinic.subdomain} areas={areas} onClose={() => setSearching(false)} />
      )}
      <AffectedVisitsQuestion />
    </div>
  )
}

function AreaList({ areas, onFollow }: { areas: readonly Area[]; onFollow?: () => void }) {
  const enabled = useCan()('messages:read')
  const { data: messages } = useQuery({ ...messageCountsQuery(useClinic().subdomain), enabled })
  const unread = messages && { count: messages.unread, words: unreadText(messages.unread) }
  return (
    <nav aria-label={shellTexts.navigation.label} className="mt-4">
      <ul className="space-y-1">
        {areas.map((area) => (
          <li key={area.path}>
            <AreaLink
              area={area}
              unread={area.path === paths.messages ? unread : undefined}
              onFollow={onFollow}
            />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function PhoneBar({
  clinic,
  areas,
  name,
  onSearch,
}: {
  clinic: Clinic
  areas: readonly Area[]
  name: string
  onSearch(): void
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <header className="sticky top-(--connection-bar) z-10 flex items-center gap-2 border-b border-line bg-surface px-2 py-1.5 md:hidden print:hidden">
      <Sheet open={isOpen} onOpenChange={setOpen}>
        <SheetTrigger asChild>
          <Button variant="quiet" size="icon" aria-label={shellTexts.navigation.open}>
            <Menu aria-hidden />
          </Button>
        </SheetTrigger>
        <SheetContent title={shellTexts.navigation.title}>
          <div className="px-3 py-4">
            <div className="flex min-h-10 items-center gap-3 pr-12 pl-1.5">
              <CurrentClinicMark />
              <span className="font-display leading-tight font-semibold">{clinic.name}</span>
            </div>
            <AreaList areas={areas} onFollow={() => setOpen(false)} />
          </div>
        </SheetContent>
      </Sheet>
      <span className="min-w-0 flex-1 truncate font-display font-semibold">{clinic.name}</span>
      <PaletteButton isIcon onOpen={onSearch} />
      <BellLink clinic={clinic} />
      <OwnMenu>
        <Button variant="quiet" size="icon" aria-label={shellTexts.ownMenu.open(name)}>
          <OwnAvatar />
        </Button>
      </OwnMenu>
    </header>
  )
}

function SearchEverywhere(props: { slug: string; areas: readonly Area[]; onClose(): void }) {
  const [typed, setTyped] = useState('')
  return <Palette {...props} typed={typed} onType={setTyped} />
}
