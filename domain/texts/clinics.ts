import { timeZoneText } from '../values/time-zone-text.ts'

/** A clinic's profile and admin pages. */
export const clinicTexts = {
  publishableKey: {
    title: 'Publishable key',
    lead: 'Your own programs call your hub with this key. The key is public: it gives access only to pages and data that any visitor can see.',
    copy: 'Copy the key',
  },
  profile: {
    title: 'Clinic Profile',
    lead: 'Shown to patients on your website, on your join page, in emails and on receipts.',
    logo: 'Logo',
    logoHint: 'Shown on your pages instead of your initials. Saved at once.',
    basics: 'Name and web address',
    save: 'Save',
    name: 'Clinic name',
    address: 'URL slug',
    addressHint: 'Your clinic’s pages open at this address. A new clinic name does not change it.',
    keepAddress: (subdomain: string) => `Keep “${subdomain}”`,
    addressTooltip:
      'Patients and your team open your pages at this address. Use lowercase letters, numbers and hyphens.',
    addressOfName: (subdomain: string) => `Change it to “${subdomain}”`,
    move: {
      title: (address: string) => `Move your pages to ${address}?`,
      consequence: (old: string) =>
        `${old} redirects to the new address for 180 days, and no other clinic can take it during that time. New emails and links use the new address.`,
      keep: 'Do not move',
      confirm: 'Save and move',
    },
    timeZone: 'Time zone',
    timeZoneHint: (time: string) =>
      `It is ${time} there now. Dates, charges and monthly statements use this time zone.`,
    look: 'Color',
    lookHint: 'Used for buttons and links of your hub, in light and dark mode.',
    colors: {
      evergreen: 'Evergreen',
      lagoon: 'Lagoon',
      indigo: 'Indigo',
      plum: 'Plum',
      berry: 'Berry',
      terracotta: 'Terracotta',
      olive: 'Olive',
      slate: 'Slate',
    },
    preview: 'Preview',
    previewButton: 'Join this plan',
    previewLink: 'Read more',
    about: 'About the clinic',
    tagline: 'Tagline',
    taglineHint: 'One line under your name on the join page.',
    charactersLeft: (count: number) => (count === 1 ? '1 character left' : `${count} characters left`),
    website: 'Website',
    phone: 'Phone',
    aboutText: 'About',
    aboutHint: 'Describe your clinic in your own words.',
    failed: 'The clinic profile could not be saved. Please try again.',
  },

  hours: {
    title: 'Opening hours',
    lead: 'Shown to patients, in your clinic’s time zone. Leave everything closed to show no hours.',
    bookable: 'Providers’ hours and days off decide when patients can book.',
    toScheduling: 'Open Scheduling',
    unstaffed: 'No provider works this day, so patients cannot book it.',
    /** opening hours that no provider has @param before @param after clock times; null: no such time */
    unstaffedEnds: (day: string, before: string | null, after: string | null) =>
      `No provider works on ${day} ${[before && `before ${before}`, after && `after ${after}`]
        .filter(Boolean)
        .join(' or ')}, so patients cannot book then.`,
    changeHours: 'Change providers’ hours',
    days: {
      1: 'Monday',
      2: 'Tuesday',
      3: 'Wednesday',
      4: 'Thursday',
      5: 'Friday',
      6: 'Saturday',
      7: 'Sunday',
    },
    closed: 'Closed',
    span: (opens: string, closes: string) => `${opens} to ${closes}`,
    range: (first: string, last: string) => `${first} to ${last}`,
    twoDays: (first: string, last: string) => `${first} and ${last}`,
    opens: (day: string) => `${day}, opens`,
    closes: (day: string) => `${day}, closes`,
    to: 'to',
    add: 'Add hours',
    addTo: (day: string) => `Add hours on ${day}`,
    addBreak: 'Add a break',
    addBreakTo: (day: string) => `Add a break on ${day}`,
    remove: (day: string, times: string) => `Remove ${times} on ${day}`,
    copyWeek: 'Same hours Monday to Friday',
    time: 'Please enter a time.',
    order: (day: string) => `${day}: the closing time must be after the opening time.`,
    overlap: (day: string) => `${day}: these hours overlap with other hours of the day.`,
  },

  mail: {
    title: 'Replies to emails',
    lead: 'Patients answer emails. Enter the mailbox that your team reads.',
    replyTo: 'Email for replies',
    hint: 'Answers to your emails go to this address. Carefold does not read them.',
    goTo: (address: string) => `Replies go to ${address}.`,
    goNowhere: 'Without an address, your emails ask patients to write in Messages or to call your phone.',
    invalid: 'Enter a full email address, such as desk@clinic.com.',
    isSender: 'Carefold sends from this address. Enter one that your team reads.',
    saveFailed: 'The address could not be saved',
    saveFailedDetail: 'Nothing was lost. Please try again.',
    loadFailed: 'The address could not be loaded',
  },

  website: {
    title: 'Website and brand',
    lead: 'The logo and color of your website, emails, receipts and payment pages.',
    open: 'Open your website',
  },

  integrations: {
    title: 'Integrations',
    lead: 'Connect your own programs to your hub.',
    reference: 'API reference',
  },

  security: {
    title: 'Security for the team',
    lead: 'How your team signs in to your hub, and whether Carefold’s support may open it.',
  },

  brand: {
    title: 'White labeling',
    lead: 'Your pages in your own color, without Carefold branding.',
    failed: 'Your brand could not be loaded.',
    hidesCarefold: 'Hide Carefold branding on our site, sign-in, patient pages and payment pages',
    ownsColor: 'Use our own color',
    color: 'Color',
    colorHint: 'As #RRGGBB, for example #0F62AC.',
    colorRule: 'Please enter the color as # and six digits, for example #0F62AC.',
    pickColor: 'Pick a color',
    asChosen: 'Shown as you chose it, in light and dark mode.',
    adjusted: 'To stay readable, it is shown slightly darker in light mode or lighter in dark mode.',
    preview: 'How your pages look',
    inLight: 'Light mode',
    inDark: 'Dark mode',
    saving: 'Saving …',
    saveFailed: 'The brand was not saved',
  },

  validation: {
    slugLength: 'The URL slug must have at least 3 characters.',
    slugCharacters: 'The URL slug can only contain lowercase letters, numbers and hyphens.',
    nameLength: 'The clinic name may have at most 120 characters.',
    timeZone: 'Please choose a time zone from the list.',
    website: 'Please enter a full web address that starts with https://',
    length: (maxLength: number) => `Please use at most ${maxLength} characters.`,
  },
} as const

export const clinicSiteTexts = {
  plans: 'Our plans',
  plansLead: 'See what each plan includes and costs. You can leave at any time.',
  noPlans: 'This clinic does not offer a plan at the moment.',
  join: 'Join this plan',
  seePlans: 'See the plans',
  book: 'Book a visit',
  /** beside a link and, if the clinic has one, its phone */
  newcomer: {
    before: 'New here?',
    link: 'Create an account',
    after: ', confirm your email, and choose a time. Patients log in and choose a time.',
    call: 'Or call',
  },
  logIn: 'Log in',
  /** for patients and the team: the page has no role */
  ownArea: 'My Clinic',
  team: 'Our team',
  hours: 'Opening hours',
  hoursIn: (zone: string) => `Times are in ${timeZoneText(zone)}.`,
  contact: 'Contact us',
  about: 'About us',
  yearly: (amount: string) => `or ${amount} a year`,
  poweredBy: 'Patient pages by',
  notInsurance: 'A wellness plan is not insurance.',
  description: (name: string) => `${name}: plans with prices, hours and the team.`,
}
