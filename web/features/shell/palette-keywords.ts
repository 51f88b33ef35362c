import { failedPaymentsPath, membersOverduePath, paths, withQuery } from '#domain/paths.ts'

const failedPayment = 'declined card retry overdue past due unpaid fix mend'

/** The dialog that moves a provider's visits, without a provider. */
export const handoverSearchPath = withQuery(paths.appointments, { handover: 'choose' })

/** Other words for what a page or its cards are for, by path. Search everywhere finds the page by them. */
export const paletteKeywords: Readonly<Record<string, string>> = {
  [paths.clinic]: 'dashboard home overview tasks to-do renewals',
  [paths.appointments]: 'calendar schedule visits bookings waitlist waiting list no-show series requests',
  [handoverSearchPath]:
    'sick ill away absent handover hand over reschedule cancel many all appointments another provider day',
  [paths.messages]: 'inbox chat conversations threads',
  [paths.members]: 'patients people clients team staff list export csv',
  [paths.membersImport]: 'upload csv excel spreadsheet migrate move',
  [paths.membersDuplicates]: 'merge double twice same person',
  [paths.clinicPlans]: 'prices pricing subscriptions memberships coupon discount promotion enrollment fee',
  [paths.clinicNewPlan]: 'price subscription membership create add',
  [paths.clinicJoinPage]: 'sign up enroll link public page website qr share',
  [paths.content]: 'library articles videos lessons assign lesson handouts resources programs presentations',
  [paths.contentNewProgram]: 'course health program lessons create add',
  [paths.carePlanTemplates]: 'treatment plan themes timeline',
  [paths.clinicMoney]:
    'revenue income payments payouts stripe bank refund invoices receipts statement charges commission tax report',
  [failedPaymentsPath]: failedPayment,
  [membersOverduePath]: failedPayment,
  [paths.clinicActivity]: 'audit log history trail access who',
  [paths.clinicNotices]: 'notifications alerts bell news',
  [paths.clinicFeedback]: 'reviews ratings survey complaints call back',
  [paths.settings]: 'preferences options configuration',
  [paths.settingsProfile]: 'my account name photo avatar email address language',
  [paths.settingsPassword]:
    'change password sign-in login two-factor passkey authenticator 2fa mfa sessions devices',
  [paths.settingsClinic]: 'clinic name tagline about phone time zone web address subdomain close clinic',
  [paths.settingsHours]: 'opening hours open closed weekdays',
  [paths.settingsWebsite]: 'logo brand color white labeling site',
  [paths.settingsMessages]: 'reply time away vacation out of office replies to emails',
  [paths.settingsForms]: 'intake questionnaire questions consent signature sign health history',
  [paths.settingsMinors]: 'guardians parents children age of consent',
  [paths.settingsIntegrations]: 'api key developers',
  [paths.settingsScheduling]:
    'hours availability working times days off day off sick away vacation holidays rooms providers visit types waitlist calendar feed cancellation policy',
  [paths.settingsNotifications]: 'email text message sms reminders alerts unsubscribe',
  [paths.settingsTeam]: 'team staff members roles permissions admin providers rights owner',
  [paths.settingsPlan]: 'tier upgrade downgrade subscription starter',
  [paths.settingsBilling]: 'card payment method invoice statement tax vat number receipts npi superbill',
  [paths.settingsValueReceipts]: 'monthly value summary prices savings',
  [paths.settingsSecurity]: 'sso saml single sign-on two-factor mfa domain support access',
  [paths.settingsData]: 'export download backup csv gdpr hipaa import',
}
