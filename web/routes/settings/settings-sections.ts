import {
  BadgeCheck,
  Bell,
  Building2,
  CalendarClock,
  ClipboardList,
  Clock,
  CreditCard,
  DatabaseBackup,
  Globe,
  KeyRound,
  type LucideIcon,
  MessageSquare,
  Plug,
  ReceiptText,
  ShieldCheck,
  UserRound,
  Users,
  UsersRound,
} from 'lucide-react'
import { paths } from '#domain/paths.ts'
import type { Permission } from '#domain/permissions.ts'
import { settingsTexts } from '#domain/texts/settings.ts'

export interface SettingsSection {
  path: string
  icon: LucideIcon
  label: string
  permission?: Permission
}

const texts = settingsTexts.navigation

/** The pages of the settings, in the order of their navigation (docs/decisions/0184). */
export const settingsGroups: readonly { label: string; sections: readonly SettingsSection[] }[] = [
  {
    label: texts.personal,
    sections: [
      { path: paths.settingsProfile, icon: UserRound, label: texts.profile },
      { path: paths.settingsPassword, icon: KeyRound, label: texts.password },
      {
        path: paths.settingsNotifications,
        icon: Bell,
        label: texts.notifications,
        permission: 'clinic:read',
      },
    ],
  },
  {
    label: texts.clinic,
    sections: [
      { path: paths.settingsClinic, icon: Building2, label: texts.general, permission: 'clinic:update' },
      { path: paths.settingsHours, icon: Clock, label: texts.hours, permission: 'clinic:update' },
      { path: paths.settingsWebsite, icon: Globe, label: texts.website, permission: 'clinic:update' },
      {
        path: paths.settingsScheduling,
        icon: CalendarClock,
        label: texts.scheduling,
        permission: 'scheduling:write',
      },
      { path: paths.settingsTeam, icon: UsersRound, label: texts.team, permission: 'team:write' },
      {
        path: paths.settingsMessages,
        icon: MessageSquare,
        label: texts.messages,
        permission: 'clinic:update',
      },
      { path: paths.settingsForms, icon: ClipboardList, label: texts.forms, permission: 'forms:write' },
      { path: paths.settingsMinors, icon: Users, label: texts.minors, permission: 'clinic:update' },
      {
        path: paths.settingsValueReceipts,
        icon: ReceiptText,
        label: texts.valueReceipts,
        permission: 'plans:write',
      },
    ],
  },
  {
    label: texts.account,
    sections: [
      { path: paths.settingsPlan, icon: BadgeCheck, label: texts.plan, permission: 'billing:write' },
      { path: paths.settingsBilling, icon: CreditCard, label: texts.billing, permission: 'billing:write' },
      {
        path: paths.settingsIntegrations,
        icon: Plug,
        label: texts.integrations,
        permission: 'clinic:update',
      },
      {
        path: paths.settingsSecurity,
        icon: ShieldCheck,
        label: texts.security,
        permission: 'security:write',
      },
      { path: paths.settingsData, icon: DatabaseBackup, label: texts.data, permission: 'clinic:export' },
    ],
  },
]
