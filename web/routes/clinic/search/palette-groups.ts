import {
  Bell,
  BookOpen,
  CalendarPlus,
  CalendarSync,
  CircleAlert,
  Copy,
  CreditCard,
  FileUp,
  History,
  Link2,
  MessageSquareHeart,
  UserPlus,
  UserRoundPlus,
  Users,
} from 'lucide-react'
import { failedPaymentsPath, membersOverduePath, paths, withQuery } from '#domain/paths.ts'
import type { Permission } from '#domain/permissions.ts'
import { activityTexts } from '#domain/texts/activity.ts'
import { appointmentPageTexts, moveVisitsTexts } from '#domain/texts/appointments.ts'
import { clinicInvoiceTexts } from '#domain/texts/clinic-invoices.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { invitationTexts } from '#domain/texts/invitations.ts'
import { userNoticeTexts } from '#domain/texts/notices.ts'
import { patientImportTexts } from '#domain/texts/patient-imports.ts'
import { patientMergeTexts } from '#domain/texts/patient-merges.ts'
import { patientTexts } from '#domain/texts/patients.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import type { Area } from '#web/features/shell/area.ts'
import { handoverSearchPath, paletteKeywords } from '#web/features/shell/palette-keywords.ts'
import type { PaletteGroup, PaletteOption } from '#web/features/shell/palette-options.ts'
import { settingsGroups } from '../../settings/settings-sections.ts'

/** `without`: for users who lack this permission. */
type Offer = Omit<PaletteOption, 'id'> & { permission?: Permission; without?: Permission }

const settings = { note: shellTexts.clinicAreas.settings } as const
const texts = shellTexts.palette

const failedPayments = { label: clinicInvoiceTexts.failedPayments.title, icon: CircleAlert }

const pages: readonly Offer[] = [
  {
    ...failedPayments,
    path: failedPaymentsPath,
    note: shellTexts.clinicAreas.money,
    permission: 'money:read',
  },
  {
    ...failedPayments,
    path: membersOverduePath,
    note: shellTexts.clinicAreas.members,
    permission: 'patients:read',
    without: 'money:read',
  },
  {
    path: paths.clinicJoinPage,
    label: texts.joinPage,
    note: shellTexts.clinicAreas.plans,
    icon: Link2,
    permission: 'plans:read',
  },
  {
    path: paths.clinicFeedback,
    label: texts.feedback,
    note: shellTexts.clinicAreas.messages,
    icon: MessageSquareHeart,
    permission: 'feedback:read',
  },
  {
    path: paths.membersImport,
    label: patientImportTexts.title,
    note: shellTexts.clinicAreas.members,
    icon: FileUp,
    permission: 'members:import',
  },
  {
    path: paths.membersDuplicates,
    label: patientMergeTexts.duplicates.title,
    note: shellTexts.clinicAreas.members,
    icon: Copy,
    permission: 'patients:merge',
  },
  { path: paths.clinicNotices, label: userNoticeTexts.title, icon: Bell },
  { path: paths.clinicActivity, label: activityTexts.title, icon: History, permission: 'audit:read' },
  ...settingsGroups.flatMap(({ sections }) => sections.map((section) => ({ ...settings, ...section }))),
]

const actions: readonly Offer[] = [
  {
    path: withQuery(paths.appointments, { schedule: '1' }),
    label: appointmentPageTexts.schedule,
    icon: CalendarPlus,
    permission: 'appointments:write',
  },
  {
    path: handoverSearchPath,
    label: moveVisitsTexts.search,
    icon: CalendarSync,
    permission: 'appointments:write',
  },
  {
    path: withQuery(paths.members, { new: 'patient' }),
    label: patientTexts.open,
    icon: UserRoundPlus,
    permission: 'patients:write',
  },
  {
    path: withQuery(paths.members, { invite: 'patient' }),
    label: invitationTexts.dialog.openPatient,
    icon: UserPlus,
    permission: 'members:invite-patient',
  },
  {
    path: withQuery(paths.members, { invite: 'team' }),
    label: invitationTexts.dialog.open,
    icon: Users,
    permission: 'members:invite-team',
  },
  {
    path: withQuery(paths.content, { new: 'content' }),
    label: contentTexts.create,
    icon: BookOpen,
    permission: 'content:write',
  },
  { path: paths.clinicNewPlan, label: texts.newPlan, icon: CreditCard, permission: 'plans:write' },
]

export function paletteGroups(
  may: (permission: Permission) => boolean,
  areas: readonly Area[],
): PaletteGroup[] {
  const allowed = (offers: readonly Offer[]) =>
    offers
      .filter(({ permission, without }) => (!permission || may(permission)) && !(without && may(without)))
      .map(({ without: _, ...offer }) => ({
        ...offer,
        id: offer.path,
        keywords: paletteKeywords[offer.path] ?? '',
      }))
  return [
    { title: texts.pages, options: allowed([...areas, ...pages]) },
    {
      title: texts.actions,
      options: allowed(actions).map((offer) => ({ ...offer, isDialog: offer.path.includes('?') })),
    },
  ]
}
