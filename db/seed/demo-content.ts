import type { SavePlanInput } from '#domain/plans/plans.ts'

/** One password for every demo account; the demo never runs in production. */
export const demoPassword = 'carefold-demo'

/** How many days ago the demo's history begins. */
export const historyDays = 75

export interface DemoPerson {
  name: string
  /** Part of the address before `@<clinic>.test`. */
  mailbox: string
}

export interface DemoPatient extends DemoPerson {
  /** Day of the history on which the patient joins. */
  joinsOnDay: number
  /** Index into the clinic's plans. */
  plan: number
  /** `declined`: the card is refused, so the patient has no plan. */
  card: 'good' | 'declined'
}

export interface DemoClinic {
  subdomain: string
  clinic: {
    name: string
    time_zone: string
    color: string
    tagline: string
    about: string
    website: string
    phone: string
  }
  team: (DemoPerson & { role: 'admin' | 'staff' | 'member' })[]
  plans: SavePlanInput[]
  patients: DemoPatient[]
}

export const demoClinics: DemoClinic[] = [
  {
    subdomain: 'sunrise',
    clinic: {
      name: 'Sunrise Family Clinic',
      time_zone: 'America/New_York',
      color: 'evergreen',
      tagline: 'Unhurried care for every age',
      about:
        'A small family practice. Members see the same doctor every time, reach us the same day, and know what they pay before they come in.',
      website: 'https://sunrise.example',
      phone: '(555) 010-0142',
    },
    team: [
      { mailbox: 'admin', name: 'Maya Okafor', role: 'admin' },
      { mailbox: 'staff', name: 'Elena Ruiz', role: 'staff' },
      { mailbox: 'member', name: 'Tom Becker', role: 'member' },
    ],
    plans: [
      {
        kind: 'wellness',
        name: 'Everyday Care',
        description: 'Your own doctor, without the waiting room.',
        includes: [
          'Same-day or next-day visits',
          'Visits as long as you need',
          'Yearly check-up with lab review',
          'Messages answered within one working day',
        ],
        interval: 'month',
        amountCents: 4900,
      },
      {
        kind: 'wellness',
        name: 'Everyday Care, yearly',
        description: 'The same care, paid once a year: two months less.',
        includes: ['Everything in Everyday Care', 'Two months free'],
        interval: 'year',
        amountCents: 49_000,
      },
      {
        kind: 'uninsured',
        name: 'Forms and Letters',
        description: 'The paperwork that no insurance pays for.',
        includes: ['Sick notes and school letters', 'Camp, sport and travel forms', 'Copies of your records'],
        interval: 'month',
        amountCents: 1200,
      },
    ],
    patients: [
      { mailbox: 'patient', name: 'Nora Lindqvist', joinsOnDay: 3, plan: 0, card: 'good' },
      { mailbox: 'samuel', name: 'Samuel Adeyemi', joinsOnDay: 5, plan: 0, card: 'good' },
      { mailbox: 'grace', name: 'Grace Whitfield', joinsOnDay: 12, plan: 1, card: 'good' },
      { mailbox: 'henrik', name: 'Henrik Sørensen', joinsOnDay: 21, plan: 0, card: 'declined' },
      { mailbox: 'amara', name: 'Amara Nwosu', joinsOnDay: 34, plan: 0, card: 'good' },
      { mailbox: 'luis', name: 'Luis Ortega', joinsOnDay: 40, plan: 2, card: 'good' },
      { mailbox: 'beatrice', name: 'Beatrice Fontaine-Marlowe', joinsOnDay: 58, plan: 0, card: 'good' },
      { mailbox: 'kenji', name: 'Kenji Watanabe', joinsOnDay: 71, plan: 0, card: 'good' },
    ],
  },
  {
    subdomain: 'harbor',
    clinic: {
      name: 'Harbor Women’s Health',
      time_zone: 'America/Los_Angeles',
      color: 'lagoon',
      tagline: 'Care that keeps time with your life',
      about: 'Two doctors and a midwife by the water, open early and late.',
      website: 'https://harbor.example',
      phone: '(555) 010-0188',
    },
    team: [
      { mailbox: 'admin', name: 'Ingrid Solheim', role: 'admin' },
      { mailbox: 'staff', name: 'Priya Raman', role: 'staff' },
      { mailbox: 'member', name: 'Dana Cole', role: 'member' },
    ],
    plans: [
      {
        kind: 'wellness',
        name: 'Harbor Membership',
        description: 'Visits, messages and a yearly review.',
        includes: ['Unhurried visits', 'Early and late hours', 'Yearly review'],
        interval: 'month',
        amountCents: 6500,
      },
    ],
    patients: [
      { mailbox: 'patient', name: 'Rosa Almeida', joinsOnDay: 9, plan: 0, card: 'good' },
      { mailbox: 'june', name: 'June Castellano', joinsOnDay: 47, plan: 0, card: 'good' },
    ],
  },
]
