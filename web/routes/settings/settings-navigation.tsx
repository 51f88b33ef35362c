import { ChevronRight } from 'lucide-react'
import { NavLink } from 'react-router'
import { paths } from '#domain/paths.ts'
import { settingsTexts } from '#domain/texts/settings.ts'
import { cn } from '#web/components/ui/class-names.ts'
import { UnreadBadge } from '#web/features/notices/bell.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { type SettingsSection, settingsGroups } from './settings-sections.ts'

/** Links to the pages that the user may open. @param look a rail beside the page, or a page of rows on phones */
export function SettingsNavigation({ look, className }: { look: 'rail' | 'rows'; className?: string }) {
  const may = useCan()
  return (
    <nav
      aria-label={settingsTexts.navigation.label}
      className={cn(look === 'rail' ? 'space-y-4' : 'space-y-6', className)}
    >
      {settingsGroups.map(({ label, sections }) => {
        const open = sections.filter(({ permission }) => !permission || may(permission))
        return (
          open.length > 0 && (
            <div key={label}>
              <p className="mb-1 px-3 text-note text-muted">{label}</p>
              <ul className={look === 'rows' ? 'card divide-y divide-line overflow-hidden' : undefined}>
                {open.map((section) => (
                  <Section key={section.path} section={section} look={look} />
                ))}
              </ul>
            </div>
          )
        )
      })}
    </nav>
  )
}

function Section({
  section: { path, icon: Icon, label },
  look,
}: {
  section: SettingsSection
  look: 'rail' | 'rows'
}) {
  const clinic = useClinic()
  return (
    <li>
      <NavLink
        to={withClinic(path)}
        className={({ isActive }) =>
          cn(
            'flex items-center text-form font-semibold -outline-offset-2',
            look === 'rows'
              ? 'min-h-13 gap-3 px-4 text-ink'
              : 'min-h-9 gap-2.5 rounded-control px-3 whitespace-nowrap pointer-coarse:min-h-11',
            look === 'rail' &&
              (isActive ? 'bg-tint text-primary' : 'text-muted hover:bg-sunken hover:text-ink'),
          )
        }
      >
        <Icon aria-hidden className={cn('size-4.5 flex-none', look === 'rows' && 'text-muted')} />
        <span className={look === 'rows' ? 'mr-auto' : undefined}>{label}</span>
        {path === paths.settingsNotifications && <UnreadBadge clinic={clinic} />}
        {look === 'rows' && <ChevronRight aria-hidden className="size-4.5 flex-none text-muted" />}
      </NavLink>
    </li>
  )
}
