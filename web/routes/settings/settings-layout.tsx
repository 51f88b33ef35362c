import {
  BadgeCheck,
  Bell,
  Building2,
  CalendarClock,
  CreditCard,
  DatabaseBackup,
  KeyRound,
  type LucideIcon,
  ReceiptText,
  ShieldCheck,
  UserRound,
  UsersRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink, Outlet } from 'react-router'
import { paths } from '#domain/paths.ts'
import type { Permission } from '#domain/permissions.ts'
import { settingsTexts } from '#domain/texts/settings.ts'
import { cn } from '#web/components/ui/class-names.ts'
import { UnreadBadge } from '#web/features/notices/bell.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'

const texts = settingsTexts.navigation

const clinicSections: { to: string; icon: LucideIcon; label: string; permission: Permission }[] = [
  { to: paths.settingsClinic, icon: Building2, label: texts.general, permission: 'clinic:update' },
  {
    to: paths.settingsScheduling,
    icon: CalendarClock,
    label: texts.scheduling,
    permission: 'scheduling:write',
  },
  { to: paths.settingsTeam, icon: UsersRound, label: texts.team, permission: 'team:write' },
  { to: paths.settingsPlan, icon: BadgeCheck, label: texts.plan, permission: 'billing:write' },
  { to: paths.settingsBilling, icon: CreditCard, label: texts.billing, permission: 'billing:write' },
  {
    to: paths.settingsValueReceipts,
    icon: ReceiptText,
    label: texts.valueReceipts,
    permission: 'plans:write',
  },
  { to: paths.settingsSecurity, icon: ShieldCheck, label: texts.security, permission: 'security:write' },
  { to: paths.settingsData, icon: DatabaseBackup, label: texts.data, permission: 'clinic:export' },
]

/** Settings (docs/specification.md B2.12): navigation at the side, on phones above the page. */
export default function SettingsLayout() {
  const may = useCan()
  const clinic = useClinic()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 md:grid-cols-[12.5rem_minmax(0,1fr)]">
      <nav aria-label={texts.label} className="flex flex-wrap gap-x-6 gap-y-4 md:flex-col md:flex-nowrap">
        <Group label={texts.personal}>
          <Section to={paths.settingsProfile} icon={UserRound} label={texts.profile} />
          <Section to={paths.settingsPassword} icon={KeyRound} label={texts.password} />
        </Group>
        <Group label={texts.clinic}>
          {clinicSections
            .filter(({ permission }) => may(permission))
            .map(({ permission, ...section }) => (
              <Section key={section.to} {...section} />
            ))}
          <Section to={paths.settingsNotifications} icon={Bell} label={texts.notifications}>
            <UnreadBadge clinic={clinic} />
          </Section>
        </Group>
      </nav>
      {/* one column, so that children take the whole width */}
      <div className="min-w-0 max-w-[40rem]">
        <Outlet />
      </div>
    </div>
  )
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="max-w-full flex-none">
      <p className="mb-1 px-3 text-note text-muted">{label}</p>
      <ul className="flex flex-wrap gap-1 md:flex-col">{children}</ul>
    </div>
  )
}

function Section({
  to,
  icon: Icon,
  label,
  children,
}: {
  to: string
  icon: LucideIcon
  label: string
  children?: ReactNode
}) {
  return (
    <li>
      <NavLink
        to={withClinic(to)}
        className={({ isActive }) =>
          cn(
            'flex min-h-11 items-center gap-2.5 rounded-control px-3 text-form font-semibold whitespace-nowrap -outline-offset-2',
            isActive ? 'bg-tint text-primary' : 'text-muted hover:bg-sunken hover:text-ink',
          )
        }
      >
        <Icon aria-hidden className="size-4.5 flex-none max-sm:hidden" />
        {label}
        {children}
      </NavLink>
    </li>
  )
}
