/** A clinic's audit trail in plain words (docs/specification.md B2.9). */

import { statusLabel } from '../subscriptions/plan-standing.ts'
import { activityTexts } from '../texts/activity.ts'

export const activityTopics = ['people', 'plans', 'content', 'money', 'clinic', 'records'] as const
export type ActivityTopic = (typeof activityTopics)[number]

/** By first word; `people` if the word is not listed. */
const topicBySubject: Record<string, ActivityTopic> = {
  ...topic('plans', 'plan coupon'),
  ...topic('content', 'content lesson care_plan_template program visit_lesson'),
  ...topic(
    'money',
    'checkout subscription statement charge invoice payment payment_link dispute payout_account',
  ),
  ...topic('money', 'clinic_tier clinic_invoices'),
  ...topic('clinic', 'clinic logo schedule sso_provider sso_domain webhook api_key audit'),
  ...topic('records', 'record receipt year_statement'),
}

/** Actions whose first word names another topic. */
const topicByAction: Record<string, ActivityTopic> = {
  ...topic(
    'people',
    'clinic.ownership_transferred clinic.closing_asked clinic.closing_withdrawn clinic.erased',
  ),
  ...topic('money', 'clinic.currency_chosen clinic.tax_changed clinic.place_changed clinic.fee_agreed'),
  ...topic('money', 'clinic.billing_address_changed clinic.receipt_details_changed'),
  ...topic('money', 'clinic.value_receipts_changed'),
}

function topic(of: ActivityTopic, words: string): Record<string, ActivityTopic> {
  return Object.fromEntries(words.split(' ').map((word) => [word, of]))
}

function topicOf(action: string): ActivityTopic {
  const [subject = ''] = action.split('.')
  return topicByAction[action] ?? topicBySubject[subject] ?? 'people'
}

const described = Object.keys(activityTexts.actions)
const about = (each: ActivityTopic) => described.filter((action) => topicOf(action) === each)

/** Every action that has a sentence, by topic. Others (`auth.*`) belong to no clinic. */
export const actionsOf: Record<ActivityTopic, readonly string[]> = {
  people: about('people'),
  plans: about('plans'),
  content: about('content'),
  money: about('money'),
  clinic: about('clinic'),
  records: about('records'),
}

/** Every action but reads: a day's work reads many records. */
export const changes: readonly string[] = activityTopics
  .filter((topic) => topic !== 'records')
  .flatMap((topic) => actionsOf[topic])

export const recentActions: readonly string[] = changes.filter(
  (action) => action !== 'clinic.join_page_viewed' && action !== 'checkout.opened',
)

/** One row, without names: the client loads those it may see. Instants are ISO strings. */
export interface ActivityEntry {
  id: string
  at: string
  action: string
  /** Null for the server or a visitor. */
  actorId: string | null
  actorKind: string
  /** The name of the API key that acted. */
  actorKey: string | null
  /** Person id of the actor's page; null if the actor has none in this clinic. */
  actorPersonId: string | null
  subjectUserId: string | null
  /** Person id of that person's page. */
  subjectPersonId: string | null
  /** The object if it is not a person with an account: an invited address, a plan's name, a month. */
  subject: string | null
  /** The task, whose title the client loads if the reader may see it. */
  taskId: string | null
  /** How many patients' records were read. */
  patientCount: number
  from: string | null
  to: string | null
}

/** `next` is the `before` of the following page; null on the last. */
export interface ClinicActivity {
  entries: ActivityEntry[]
  next: string | null
}

/**
 * The sentence without its actor.
 * @param name of the person affected; null if unknown
 * @param task title of the task; null if unknown
 */
export function activitySentence(
  entry: ActivityEntry,
  name: string | null,
  task: string | null = null,
): string {
  const who = name ?? entry.subject ?? activityTexts.somebody
  const words = activityTexts.actions[entry.action]
  if (!words) return entry.action.replaceAll(/[._]/g, ' ')
  const text = planStates.has(entry.action) ? planStateText : stateText
  return words({ who, task, from: text(entry.from), to: text(entry.to), count: entry.patientCount })
}

/** Actions whose states are Stripe's states of a plan. */
const planStates: ReadonlySet<string> = new Set(['subscription.status_changed', 'clinic_tier.status_changed'])

function planStateText(status: string | null): string {
  return status === null ? '' : statusLabel(status).toLowerCase()
}

function stateText(code: string | null): string {
  return code === null ? '' : (activityTexts.states[code] ?? code.replaceAll('_', ' '))
}

export function activityActor(entry: ActivityEntry, name: string | null): string {
  if (entry.actorKind === 'system') return activityTexts.byItself
  if (entry.actorKind === 'visitor') return activityTexts.visitor
  if (entry.actorKind === 'api_key') return activityTexts.apiKey(entry.actorKey)
  return name ?? activityTexts.somebody
}
