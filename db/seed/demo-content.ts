import type { ProductPlanId } from '#domain/clinic-tier/product-plans.ts'
import type { OpeningSpan, Weekday } from '#domain/clinics/opening-hours.ts'
import type { Household } from '#domain/plans/household.ts'
import type { SavePlanInput } from '#domain/plans/inputs.ts'
import type { ContactChoice } from '#domain/preferences/contact-preferences.ts'
import type { HealthInformation } from '#domain/profiles/health-information.ts'
import type { OwnProfile } from '#domain/profiles/own-profile.ts'
import type { PersonalDetails } from '#domain/profiles/personal-details.ts'

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
  /** The team's notes once the patient has joined. */
  notes?: string[]
  /** Index into the clinic's plans. */
  plan: number
  /** The people the patient covers; only the patient without it. */
  household?: { who: Household; names: { adults: string[]; children: string[] } }
  /**
   * `declined`: the card is refused, so the patient has no plan. `failsLater`: joins a month before the failed
   * renewal of two days ago, instead of on `joinsOnDay`.
   */
  card: 'good' | 'declined' | 'failsLater'
  details?: Omit<PersonalDetails, 'version' | 'firstName' | 'lastName'>
  health?: Omit<HealthInformation, 'version'>
  /** The patient's settings that differ from the defaults. */
  contact?: Partial<Record<ContactChoice, boolean>>
}

export interface DemoColleague extends DemoPerson {
  role: 'admin' | 'staff' | 'member'
  isReadOnly?: true
  profile?: Pick<OwnProfile, 'username' | 'website' | 'description' | 'bio'>
}

/** How the clinic pays Carefold. */
export interface DemoBilling {
  /** `failsFirst`: the first commission is refused, and another card pays it some days later. */
  card: 'good' | 'failsFirst'
  /** From a day of the history on. */
  tier?: { plan: ProductPlanId; fromDay: number }
}

export interface DemoClinic {
  billing: DemoBilling
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
  /** where patients come to */
  place: { visitAddress: string; directions: string }
  openingHours: OpeningSpan[]
  /** The first is the owner. */
  team: DemoColleague[]
  plans: SavePlanInput[]
  patients: DemoPatient[]
  tasks: DemoTask[]
}

/** A task that one team member gave another; people by their mailboxes. */
export interface DemoTask {
  title: string
  by: string
  for: string
  /** a patient */
  about?: string
  /** days from today; negative: overdue */
  dueInDays?: number
}

const onDays = (days: Weekday[], opens: string, closes: string): OpeningSpan[] =>
  days.map((day) => ({ day, opens, closes }))

export const demoClinics: DemoClinic[] = [
  {
    subdomain: 'sunrise',
    billing: { card: 'good' },
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
    place: {
      visitAddress: '48 Orchard Street, Brookfield, NY 10999',
      directions: 'The green door next to the library. Parking is behind the house.',
    },
    openingHours: [
      ...onDays([1, 2, 3, 4], '08:00', '12:30'),
      ...onDays([1, 2, 3, 4], '13:30', '17:30'),
      ...onDays([5], '08:00', '13:00'),
    ],
    team: [
      {
        mailbox: 'admin',
        name: 'Maya Okafor',
        role: 'admin',
        profile: {
          username: 'maya.okafor',
          website: 'https://sunrise.example/maya-okafor',
          description: 'Family doctor and founder of Sunrise. Mondays to Thursdays.',
          bio: 'I trained in Lagos and Baltimore and opened Sunrise in 2019, because I wanted to know my patients by name. I run the practice on Fridays: write to me about rooms, rotas and money.',
        },
      },
      {
        mailbox: 'staff',
        name: 'Elena Ruiz',
        role: 'staff',
        profile: {
          username: 'elena.ruiz',
          website: '',
          description: 'Nurse practitioner. Vaccinations, diabetes and everything about asthma.',
          bio: 'At Sunrise since the first day. Spanish and English. Out on Wednesdays.',
        },
      },
      { mailbox: 'member', name: 'Tom Becker', role: 'member' },
      { mailbox: 'daniel', name: 'Daniel Osei', role: 'admin' },
      { mailbox: 'ruth', name: 'Ruth Feldman', role: 'member', isReadOnly: true },
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
      {
        kind: 'wellness',
        name: 'Family Care',
        description: 'One doctor who knows all of you.',
        includes: [
          'Same-day or next-day visits for everybody',
          'Well-child visits and school forms',
          'Messages answered within one working day',
        ],
        excludes: ['Vaccines', 'Hospital and specialist bills'],
        interval: 'month',
        amountCents: 4900,
        childCents: 1900,
        householdCents: 12_900,
        enrolmentCents: 4000,
        maxPauseMonths: 3,
      },
    ],
    tasks: [
      { title: 'Call about the lab results', by: 'staff', for: 'admin', about: 'patient', dueInDays: 0 },
      { title: 'Sign the new fire safety plan', by: 'staff', for: 'admin', dueInDays: 3 },
      { title: 'Send the referral letter', by: 'admin', for: 'staff', about: 'patient', dueInDays: -1 },
      { title: 'Order flu vaccine for November', by: 'admin', for: 'staff', dueInDays: 2 },
      { title: 'Tidy up the toy corner', by: 'staff', for: 'staff' },
    ],
    patients: [
      {
        mailbox: 'patient',
        name: 'Nora Lindqvist',
        notes: [
          'Prefers to be called in the afternoon. Has two small children, so evenings are difficult.',
          'Asked about adding her husband to the plan; told her how.',
        ],
        joinsOnDay: 3,
        plan: 0,
        card: 'good',
        details: {
          phone: '(212) 555-0147',
          dateOfBirth: '1979-04-17',
          address: '48 Bedford Street, Apt 3',
          city: 'New York',
          state: 'NY',
          zipCode: '10014',
        },
        health: {
          emergencyContact: 'Erik Lindqvist, husband',
          emergencyPhone: '(212) 555-0148',
          allergies: 'Penicillin: a rash, as a child',
          medications: 'Levothyroxine 75 micrograms in the morning',
          medicalConditions: 'Hypothyroidism since 2016. Migraine, once or twice a year.',
        },
        contact: { smsNotifications: true },
      },
      {
        mailbox: 'samuel',
        name: 'Samuel Adeyemi',
        joinsOnDay: 5,
        plan: 0,
        card: 'good',
        details: {
          phone: '(718) 555-0119',
          dateOfBirth: '1958-11-02',
          address: '210 Sterling Place',
          city: 'Brooklyn',
          state: 'NY',
          zipCode: '11238',
        },
        health: {
          emergencyContact: 'Folake Adeyemi, daughter',
          emergencyPhone: '(718) 555-0120',
          allergies: '',
          medications: 'Metformin 500 mg twice a day, lisinopril 10 mg',
          medicalConditions: 'Type 2 diabetes, high blood pressure',
        },
        contact: { marketingCommunications: true },
      },
      {
        mailbox: 'grace',
        name: 'Grace Whitfield',
        notes: ['Uses a walking frame: please give her the room on the ground floor.'],
        joinsOnDay: 12,
        plan: 1,
        card: 'good',
        details: {
          phone: '(646) 555-0173',
          dateOfBirth: '1991-07-30',
          address: '',
          city: 'New York',
          state: 'NY',
          zipCode: '',
        },
        contact: { emailNotifications: false },
      },
      { mailbox: 'henrik', name: 'Henrik Sørensen', joinsOnDay: 21, plan: 0, card: 'declined' },
      {
        mailbox: 'amara',
        name: 'Amara Nwosu',
        joinsOnDay: 43,
        plan: 0,
        card: 'failsLater',
        health: {
          emergencyContact: 'Chidi Nwosu, brother',
          emergencyPhone: '(917) 555-0162',
          allergies: 'Latex, shellfish',
          medications: '',
          medicalConditions: 'Asthma since childhood, well controlled',
        },
      },
      { mailbox: 'luis', name: 'Luis Ortega', joinsOnDay: 40, plan: 2, card: 'good' },
      {
        mailbox: 'beatrice',
        name: 'Beatrice Fontaine-Marlowe',
        joinsOnDay: 58,
        plan: 3,
        card: 'good',
        household: {
          who: { isPayerCovered: true, adults: 1, children: ['2012-03-08', '2017-09-21'] },
          names: { adults: ['Julien Marlowe'], children: ['Camille Marlowe', 'Theo Marlowe'] },
        },
      },
      { mailbox: 'kenji', name: 'Kenji Watanabe', joinsOnDay: 71, plan: 0, card: 'good' },
    ],
  },
  {
    subdomain: 'harbor',
    billing: { card: 'failsFirst', tier: { plan: 'starter', fromDay: 45 } },
    clinic: {
      name: 'Harbor Women’s Health',
      time_zone: 'America/Los_Angeles',
      color: 'lagoon',
      tagline: 'Care that keeps time with your life',
      about: 'Two doctors and a midwife by the water, open early and late.',
      website: 'https://harbor.example',
      phone: '(555) 010-0188',
    },
    place: {
      visitAddress: '7 Pier Lane, Port Aldine, CA 94999',
      directions: 'Second floor; the elevator is to the left of the entrance.',
    },
    openingHours: [...onDays([1, 2, 3, 4, 5], '07:00', '19:30'), ...onDays([6], '09:00', '12:00')],
    team: [
      {
        mailbox: 'admin',
        name: 'Ingrid Solheim',
        role: 'admin',
        profile: {
          username: 'ingrid.solheim',
          website: 'https://harbor.example/team',
          description: 'Gynecologist. Early hours on Tuesdays, late ones on Thursdays.',
          bio: '',
        },
      },
      { mailbox: 'staff', name: 'Priya Raman', role: 'staff' },
      { mailbox: 'member', name: 'Dana Cole', role: 'member' },
      { mailbox: 'hugo', name: 'Hugo Brandt', role: 'member', isReadOnly: true },
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
      {
        kind: 'wellness',
        name: 'Harbor Household',
        description: 'The same care for everybody under your roof.',
        includes: ['Unhurried visits for all of you', 'Early and late hours', 'A yearly review for each'],
        excludes: ['Vaccines'],
        interval: 'month',
        amountCents: 6500,
        childCents: 2500,
        householdCents: 16_500,
        trialDays: 14,
      },
    ],
    tasks: [
      {
        title: 'Ask for the earlier ultrasound pictures',
        by: 'admin',
        for: 'staff',
        about: 'patient',
        dueInDays: 1,
      },
      { title: 'Check the autoclave certificate', by: 'staff', for: 'admin', dueInDays: -2 },
    ],
    patients: [
      {
        mailbox: 'patient',
        name: 'Rosa Almeida',
        notes: ['Prefers text to calls. Brings her own blood pressure diary.'],
        joinsOnDay: 9,
        plan: 0,
        card: 'good',
        details: {
          phone: '(415) 555-0186',
          dateOfBirth: '1988-01-23',
          address: '17 Pier Avenue',
          city: 'Sausalito',
          state: 'CA',
          zipCode: '94965',
        },
        health: {
          emergencyContact: 'Teresa Almeida, mother',
          emergencyPhone: '(415) 555-0187',
          allergies: 'Ibuprofen',
          medications: 'Prenatal vitamins',
          medicalConditions: '',
        },
      },
      { mailbox: 'june', name: 'June Castellano', joinsOnDay: 47, plan: 0, card: 'good' },
    ],
  },
]
