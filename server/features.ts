import { paths } from '#domain/paths.ts'
import type { Services } from './clinic/action.ts'
import { accessFeature } from './features/access/index.ts'
import { accountFeature } from './features/account/index.ts'
import { accountOffersFeature } from './features/account-offers/index.ts'
import { activityFeature } from './features/activity/index.ts'
import { analyticsFeature } from './features/analytics/index.ts'
import { apiKeysFeature } from './features/api-keys/index.ts'
import { appointmentsFeature } from './features/appointments/index.ts'
import { assignmentsFeature } from './features/assignments/index.ts'
import { auditFeature } from './features/audit/index.ts'
import { broadcastsFeature } from './features/broadcasts/index.ts'
import { carePlansFeature } from './features/care-plans/index.ts'
import { checkoutsFeature } from './features/checkouts/index.ts'
import { clinicClosingFeature } from './features/clinic-closing/index.ts'
import { clinicExportFeature } from './features/clinic-export/index.ts'
import { clinicTierFeature } from './features/clinic-tier/index.ts'
import { clinicsFeature } from './features/clinics/index.ts'
import { contentFeature } from './features/content/index.ts'
import { returnFromGoogle } from './features/content/slides/return-from-google.ts'
import { couponsFeature } from './features/coupons/index.ts'
import { creditsFeature } from './features/credits/index.ts'
import { dashboardFeature } from './features/dashboard/index.ts'
import { feedbackFeature } from './features/feedback/index.ts'
import { fhirFeature } from './features/fhir/index.ts'
import { filesFeature } from './features/files/index.ts'
import { formsFeature } from './features/forms/index.ts'
import { guardiansFeature } from './features/guardians/index.ts'
import { invitationsFeature } from './features/invitations/index.ts'
import { invoicesFeature } from './features/invoices/index.ts'
import { learningFeature } from './features/learning/index.ts'
import { ledgerFeature } from './features/ledger/index.ts'
import { marketingFeature } from './features/marketing/index.ts'
import { membershipsFeature } from './features/memberships/index.ts'
import { messagesFeature } from './features/messages/index.ts'
import { noticesFeature } from './features/notices/index.ts'
import { oneClick } from './features/notices/one-click.ts'
import { mailReportsPath, receiveReport } from './features/notices/reports/receive-report.ts'
import { operatorFeature } from './features/operator/index.ts'
import { returnFromConsent } from './features/outside-calendars/connect/return-from-consent.ts'
import { outsideCalendarsFeature } from './features/outside-calendars/index.ts'
import { patientImportsFeature } from './features/patient-imports/index.ts'
import { patientMergesFeature } from './features/patient-merges/index.ts'
import { patientsFeature } from './features/patients/index.ts'
import { payoutsFeature } from './features/payouts/index.ts'
import { personNotesFeature } from './features/person-notes/index.ts'
import { plansFeature } from './features/plans/index.ts'
import { preferencesFeature } from './features/preferences/index.ts'
import { presentationsFeature } from './features/presentations/index.ts'
import { profilesFeature } from './features/profiles/index.ts'
import { programsFeature } from './features/programs/index.ts'
import { receiptsFeature } from './features/receipts/index.ts'
import { recordExportFeature } from './features/record-export/index.ts'
import { reportsFeature } from './features/reports/index.ts'
import { retentionFeature } from './features/retention/index.ts'
import { singleSignOnFeature } from './features/single-sign-on/index.ts'
import { statementsFeature } from './features/statements/index.ts'
import { stripeSyncFeature } from './features/stripe-sync/index.ts'
import { receiveStripeEvent } from './features/stripe-sync/receive-event.ts'
import { subscriptionsFeature } from './features/subscriptions/index.ts'
import { supportFeature } from './features/support/index.ts'
import { tasksFeature } from './features/tasks/index.ts'
import { teamFeature } from './features/team/index.ts'
import { textMessagesFeature } from './features/text-messages/index.ts'
import { receiveText, receiveTextStatus, twilioPaths } from './features/text-messages/receive-text.ts'
import { valueReceiptsFeature } from './features/value-receipts/index.ts'
import { visitAnswersFeature } from './features/visit-answers/index.ts'
import { visitFeesFeature } from './features/visit-fees/index.ts'
import { visitLessonsFeature } from './features/visit-lessons/index.ts'
import { webhooksFeature } from './features/webhooks/index.ts'
import { webhookPaths } from './payments.ts'
import { slidesReturnPath } from './platform/google-slides/connection.ts'
import type { JobDefinition } from './platform/jobs/jobs.ts'
import { calendarReturnPaths } from './platform/outside-calendar/calendar-service.ts'

/** Each declares its actions and jobs in its `index.ts`. */
const features = [
  clinicsFeature,
  marketingFeature,
  dashboardFeature,
  clinicExportFeature,
  singleSignOnFeature,
  accountFeature,
  accountOffersFeature,
  teamFeature,
  membershipsFeature,
  broadcastsFeature,
  carePlansFeature,
  personNotesFeature,
  recordExportFeature,
  retentionFeature,
  clinicClosingFeature,
  invitationsFeature,
  patientImportsFeature,
  patientMergesFeature,
  profilesFeature,
  preferencesFeature,
  appointmentsFeature,
  outsideCalendarsFeature,
  patientsFeature,
  payoutsFeature,
  plansFeature,
  couponsFeature,
  creditsFeature,
  checkoutsFeature,
  subscriptionsFeature,
  invoicesFeature,
  receiptsFeature,
  filesFeature,
  formsFeature,
  contentFeature,
  visitAnswersFeature,
  visitFeesFeature,
  visitLessonsFeature,
  presentationsFeature,
  learningFeature,
  analyticsFeature,
  assignmentsFeature,
  programsFeature,
  clinicTierFeature,
  valueReceiptsFeature,
  activityFeature,
  statementsFeature,
  reportsFeature,
  noticesFeature,
  tasksFeature,
  messagesFeature,
  feedbackFeature,
  operatorFeature,
  supportFeature,
  guardiansFeature,
  stripeSyncFeature,
  ledgerFeature,
  auditFeature,
  textMessagesFeature,
  accessFeature,
  webhooksFeature,
  apiKeysFeature,
  fhirFeature,
]

/** Served as POST /functions/v1/<name>. */
export const actions = features.flatMap((feature) => [...feature.actions])

export function jobsOf(services: Services): JobDefinition<never>[] {
  return features.flatMap(({ jobs }) => jobs.map((job) => job(services)))
}

/** Where Google and Microsoft redirect browsers to, by path. */
export function returnHandlers(services: Services): Record<string, (request: Request) => Promise<Response>> {
  return {
    [slidesReturnPath]: returnFromGoogle(services),
    [calendarReturnPaths.google]: returnFromConsent(services, 'google'),
    [calendarReturnPaths.microsoft]: returnFromConsent(services, 'microsoft'),
  }
}

type Handlers = Record<
  string,
  (request: Request, from: { requestId: string; address: string | null }) => Promise<Response>
>

/** Messages of Stripe, Twilio, mail servers and mail programs, by path. */
export function webhookHandlers(services: Services): Handlers {
  const { mailReportsSecret } = services.config
  return {
    [webhookPaths.account]: receiveStripeEvent(services, 'account'),
    [webhookPaths.connect]: receiveStripeEvent(services, 'connect'),
    [twilioPaths.inbound]: receiveText(services),
    [twilioPaths.status]: receiveTextStatus(services),
    [paths.stopMails]: oneClick(services),
    ...(mailReportsSecret && { [mailReportsPath]: receiveReport(services, mailReportsSecret) }),
  }
}
