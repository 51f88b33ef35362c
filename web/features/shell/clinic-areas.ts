import {
  BookOpen,
  CalendarDays,
  ChartNoAxesColumn,
  CreditCard,
  MessagesSquare,
  Settings,
  Sun,
  Users,
} from 'lucide-react'
import { paths } from '#domain/paths.ts'
import type { ClinicRole } from '#domain/permissions.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import type { Area } from './area.ts'

const labels = shellTexts.clinicAreas

/** In the order of a day. */
const clinicAreas: readonly Area[] = [
  { path: paths.clinic, label: labels.dashboard, icon: Sun, isExact: true, permission: 'clinic:read' },
  {
    path: paths.appointments,
    label: labels.appointments,
    icon: CalendarDays,
    permission: 'appointments:read',
  },
  { path: paths.messages, label: labels.messages, icon: MessagesSquare, permission: 'messages:read' },
  { path: paths.members, label: labels.members, icon: Users, permission: 'members:read' },
  { path: paths.clinicPlans, label: labels.plans, icon: CreditCard, permission: 'plans:read' },
  { path: paths.content, label: labels.content, icon: BookOpen, permission: 'content:read' },
  { path: paths.clinicMoney, label: labels.money, icon: ChartNoAxesColumn, permission: 'money:read' },
  { path: paths.settings, label: labels.settings, icon: Settings },
]

/** The clinic's areas in order: staff begin with Appointments (docs/specification.md A4). */
export function clinicAreasFor(role: ClinicRole | null): readonly Area[] {
  if (role === 'admin') return clinicAreas
  const isFirst = ({ path }: Area) => path === paths.appointments
  return [...clinicAreas.filter(isFirst), ...clinicAreas.filter((area) => !isFirst(area))]
}
