import {
  Bell,
  BookOpen,
  CalendarPlus,
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
import { paths, withQuery } from '#domain/paths.ts'
import type { Permission } from '#domain/permissions.ts'
import { activityTexts } from '#domain/texts/activity.ts'
import { appointmentPageTexts } from '#domain/texts/appointments.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { invitationTexts } from '#domain/texts/invitations.ts'
import { userNoticeTexts } from '#domain/texts/notices.ts'
import { patientImportTexts } from '#domain/texts/patient-imports.ts'
import { patientMergeTexts } from '#domain/texts/patient-merges.ts'
import { patientTexts } from '#domain/texts/patients.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import type { Area } from '#web/features/shell/area.ts'
import { paletteKeywords } from '#web/features/shell/palette-keywords.ts'
import type { PaletteGroup, PaletteOption } from '#web/features/shell/palette-options.ts'
import { settingsGroups } from '../../settings/settings-sections.ts'

type Offer = Omit<PaletteOption, 'id'> & { permission?: Permission }

const settings = { note: shellTexts.clinicAreas.settings } as const
const texts = shellTexts.palette

const pages: readonly Offer[] = [
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
      .filter(({ permission }) => !permission || may(permission))
      .map((offer) => ({ ...offer, id: offer.path, keywords: paletteKeywords[offer.path] ?? '' }))
  return [
    { title: texts.pages, options: allowed([...areas, ...pages]) },
    { title: texts.actions, options: allowed(actions) },
  ]
}
