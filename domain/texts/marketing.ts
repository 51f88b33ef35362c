/** The landing page. Wording where given: docs/specification.md A1, A8 and B8. */
export const marketingTexts = {
  needsScript:
    'JavaScript is switched off in your browser, and this form needs it to send what you write. Switch it on and load the page again. Everything else on this page works without.',

  landing: {
    title: 'Seamless Membership Management',
    lead: 'Carefold runs your self-pay wellness plans: patients choose a plan and join in a few minutes, payments come in every month, and you always see who is a member.',
    emailLabel: 'Clinic email',
    emailPlaceholder: 'you@yourclinic.com',
    submit: 'Get in touch',
    busy: 'Submitting...',
    submitted: 'Submitted!',
    success: 'Thank you! We received your email.',
    duplicate: 'This email has already been submitted.',
    failed: 'Submission failed. Please try again.',
    unexpected: 'An unexpected error occurred. Please try again.',
    getStarted: 'Get Started',
    viewPlans: 'View Plans',
    /** rotates under the title (docs/specification.md A9) */
    taglines: [
      'Plans that patients understand.',
      'Payments that come in by themselves.',
      'One list of who is a member.',
      'Visits booked without a phone call.',
      'Messages answered in one place.',
      'Lessons your patients come back to.',
    ],
    pause: 'Stop the moving texts',
    play: 'Let the texts move',

    featuresTitle: 'What your clinic gets',
    features: [
      {
        title: 'Launch in under 30 minutes',
        text: 'Name your hub, write a plan, connect your bank account. A checklist says what is left, and nothing has to be installed.',
        points: [
          'A hub under your own name and color',
          'A plan with a live preview',
          'A join link for your door and your website',
        ],
      },
      {
        title: 'Automated patient engagement',
        text: 'Receipts, renewals, failed cards and visits: patients hear of each by themselves, by mail, or by text message where the clinic’s plan includes it, as they have chosen.',
        points: [
          'A receipt for every payment',
          'A failed card is paid from the mail',
          'STOP ends text messages at once',
        ],
      },
      {
        title: 'Actionable performance insights',
        text: 'The first page of your day says what needs you, who pays next, and how this month compares with the last one.',
        points: [
          'Twelve months of revenue',
          'Renewals and failed payments by name',
          'A statement you can recompute to the cent',
        ],
      },
    ],

    tourTitle: 'A look inside',
    tour: [
      {
        title: 'Today',
        text: 'The next visit, what waits for an answer, and who joined: the day on one page.',
        lines: [
          '9:00 Nora Lindqvist, check-up',
          '2 messages wait for an answer',
          '1 payment needs another card',
        ],
      },
      {
        title: 'Members',
        text: 'Everybody with their plan and their last visit, found by any part of a name.',
        lines: [
          'Grace Whitfield, Everyday Care',
          'Luis Ortega, Family Wellness',
          'Samuel Adeyemi, Everyday Care',
        ],
      },
      {
        title: 'Learning Center',
        text: 'What you teach, written once and read by the patients it is for.',
        lines: [
          'Sleeping well, 4 minutes',
          'Walking with a sore knee, 6 minutes',
          'Lunches for a busy week, 5 minutes',
        ],
      },
    ],
    tourLabel: 'An example, with invented names',

    storiesTitle: 'What a week looks like',
    stories: [
      {
        who: 'A receptionist’s Monday',
        text: 'Three people joined over the weekend. Their payments are in, their details are filled in, and their first visits are booked. I say good morning and print nothing.',
      },
      {
        who: 'A physician’s Wednesday',
        text: 'Before each visit I see the plan, the notes of the team and what the patient asked. Afterwards I send a lesson instead of a leaflet.',
      },
      {
        who: 'An office manager’s first of the month',
        text: 'The statement is closed. I open it, export it, and every cent leads to a payment. Two cards failed, and their owners have already paid.',
      },
    ],
    storiesNote: 'Not a customer’s words: what these roles can do with Carefold.',
    previousStory: 'Previous story',
    nextStory: 'Next story',
    storyOf: (number: number, count: number) => `${number} of ${count}`,

    analyticsTitle: 'Numbers you can act on',
    analytics: [
      { title: 'Revenue', text: 'Twelve months at a glance, and this month against the last.' },
      {
        title: 'Members',
        text: 'Who is active, who is waiting, who left, each a list and not only a number.',
      },
      { title: 'Renewals', text: 'Who pays next, and whose card did not go through.' },
    ],

    impactTitle: 'What clinics aim for',
    impactLead: 'Goals, not promises. Carefold measures each of them for your clinic.',
    impact: [
      {
        figure: '25%',
        goal: 'more revenue from plans in a year',
        measured: 'Measured by the twelve months on your dashboard.',
      },
      {
        figure: '15 hrs',
        goal: 'less billing work each month',
        measured: 'Measured by the payments in Money that nobody had to ask for.',
      },
      {
        figure: '30%',
        goal: 'fewer missed visits',
        measured: 'Measured by the visits marked as missed in Appointments.',
      },
      {
        figure: '95%',
        goal: 'of payments on time',
        measured: 'Measured by your closed statements, month by month.',
      },
    ],

    faqTitle: 'Questions',
    faq: [
      {
        question: 'How long does it take to start?',
        answer:
          'A hub opens in minutes. Most clinics should plan 1-2 weeks until the first member has paid: to decide what a plan includes, to connect the bank account, and to tell patients.',
      },
      {
        question: 'What does it cost?',
        answer:
          '12% of what your plans take in, and nothing in a month in which they take in nothing. Or one of three monthly plans without that commission.',
      },
      {
        question: 'Who gets the patients’ money?',
        answer:
          'Your clinic. Patients pay into your own account with Stripe; Carefold bills its share afterwards.',
      },
      {
        question: 'Is a wellness plan insurance?',
        answer:
          'No. It is a subscription to your own services, which patients pay themselves, and every plan’s page says so.',
      },
      {
        question: 'Can we leave?',
        answer:
          'At any time. Your members, payments and statements can be exported, and your patients keep their receipts.',
      },
    ],

    startTitle: 'Open your hub today',
    startText: 'Opening it costs nothing. You pay once your plans earn.',
    startTrial: 'Start Your Free Trial',
    contactSales: 'Contact Sales',
    requestDemo: 'Request a Demo',
    seeDemo: 'See a Demo',
    leadTitle: 'Rather hear from us first?',

    feeTitle: 'You pay when your plans earn',
    fee: 'A commission of 12% on what your plans take in, worked out on the calendar month before. If the plans are unused, you owe nothing.',
  },

  /** an example, drawn in the hero */
  dashboardPicture: {
    title: 'Sunrise Family Clinic Dashboard',
    patients: { total: 128, active: 116 },
    staff: 6,
    visits: { today: 9, upcoming: 31 },
    revenue: { cents: 684_000, changePercent: 8 },
    next: { who: 'Nora Lindqvist', what: 'Regular Check-up', time: '9:00 AM' },
    months: [
      { month: '2027-03', cents: 684_000 },
      { month: '2027-02', cents: 633_500 },
      { month: '2027-01', cents: 590_200 },
    ],
  },

  /** an example, drawn on the page about wellness plans */
  picture: {
    label: 'Example of a plan, as its member sees it',
    clinic: 'Sunrise Family Clinic',
    plan: 'Family Wellness',
    monthlyCents: 8_900,
    perMonth: 'a month',
    included: ['Visits when you need them', 'Yearly check-up for everyone', 'Messages answered within a day'],
    nextPayment: 'Next payment',
    nextPaymentOn: '2027-03-04',
    active: 'Active',
  },

  /** the specification's example, drawn beside the commission's explanation */
  commissionPicture: {
    label: 'Example of one month',
    revenue: 'Revenue from your plans',
    revenueCents: 145_075,
    commission: 'Commission, 12%',
    commissionCents: 17_409,
    kept: 'Your clinic keeps',
  },

  howItWorks: {
    title: 'How it works',
    lead: 'From an empty hub to patients who pay, in four steps. Nothing has to be installed.',
    steps: [
      {
        title: 'Open your hub',
        text: 'Your clinic’s name, an address of its own, a color and a logo. Colleagues are invited by mail.',
      },
      {
        title: 'Connect your bank account',
        text: 'Patients pay into your own account with Stripe. Carefold never holds their money.',
      },
      {
        title: 'Publish a plan',
        text: 'Price, billing and what is included, with a preview of what patients will see. Who has joined keeps the terms they joined with.',
      },
      {
        title: 'Patients join and pay',
        text: 'They choose a plan on your page, pay by card and have a portal at once: visits, lessons, messages, receipts.',
      },
    ],
    afterTitle: 'And every day after that',
    after: [
      'The first page of the day says what needs you: a visit, a message, a card that failed.',
      'Receipts, renewals and reminders go out by themselves.',
      'On the first of the month the statement is closed, and every number in it can be recomputed.',
      'Whoever reads a patient’s record is on record, and the patient can see it.',
    ],
  },

  aboutUs: {
    title: 'About us',
    lead: 'Carefold is software for clinics that offer care by subscription.',
    parts: [
      {
        title: 'What we think',
        text: 'A clinic’s own plan should be as easy to join as anything else one pays for by the month, and as easy to leave. What it includes and what it costs should fit on one page.',
      },
      {
        title: 'How we earn',
        text: 'With a commission on what your plans take in, or with a monthly price. Never with your patients’ data: nothing is sold, and there is no advertising.',
      },
      {
        title: 'How we keep what you trust us with',
        text: 'Health information is behind a second step at sign-in, every read of it is recorded, and each clinic’s rows are kept apart by the database itself.',
      },
    ],
  },

  wellnessPlans: {
    title: 'Wellness plans',
    lead: 'A subscription to a clinic’s own services, paid by the patient, by the month or the year.',
    parts: [
      {
        title: 'What a plan can include',
        text: 'Visits, check-ups, counseling, messages with the team, lessons: whatever the clinic offers and can keep.',
      },
      {
        title: 'What it is not',
        text: 'It is not insurance, and it replaces none. It pays for nothing outside of the clinic. Ask your tax adviser before you pay it from a health savings account.',
      },
      {
        title: 'What patients can rely on',
        text: 'The terms they joined with stay theirs. A plan is canceled in two clicks and lasts until the end of the time that is paid for.',
      },
    ],
    uninsuredTitle: 'Uninsured services',
    uninsured:
      'The same for services that no insurer covers: forms and letters, renewals by phone, advice between visits, in one price instead of many small bills.',
    patientTitle: 'You are a patient?',
    patient: 'Plans are offered by clinics. Open the link of your clinic, or look for it by its name.',
    findClinic: 'Find your clinic',
  },

  privacy: {
    title: 'Privacy',
    lead: 'What Carefold keeps, for whom, who can read it, and what it never does with it.',
    parts: [
      {
        title: 'Whose data it is',
        text: 'What a clinic keeps about its patients belongs to the clinic and its patients. Carefold keeps it for them, and does nothing else with it. Questions about your own record go to your clinic first.',
      },
      {
        title: 'What is kept',
        text: 'Your account: name, address, how you sign in, and where you are signed in. At a clinic: what you and its team enter, your plan, payments, visits, messages and files. Card numbers are with Stripe, and never here.',
      },
      {
        title: 'Who reads it',
        text: 'You, and the team of your clinic. Health information asks them for a second step at sign-in, and every read of your record is written down: My Profile shows you who looked, and when.',
      },
      {
        title: 'Cookies and trackers',
        text: 'One cookie keeps you signed in, for up to 400 days. There is no advertising, no tracker, and no other company’s script on our pages. A video that your clinic embeds from elsewhere is loaded when you press play.',
      },
      {
        title: 'Mails and text messages',
        text: 'They say that there is something for you, never what it is about. You choose which you get under Notification Preferences; STOP ends text messages at once. Receipts and notes about the security of your account are always sent.',
      },
      {
        title: 'How long',
        text: 'As long as you belong to the clinic, and after that as long as the law makes the clinic keep its records and receipts. The log of who read what is never changed.',
      },
    ],
  },

  terms: {
    title: 'Terms',
    lead: 'The rules between Carefold and the clinics that use it, in plain words.',
    parts: [
      {
        title: 'What you get',
        text: 'A hub for your clinic: plans, payments, members, visits, messages and lessons. You decide what your plans include and cost, and you answer to your patients for the care.',
      },
      {
        title: 'What it costs',
        text: '12% of what your plans take in, calculated on the calendar month before and charged to your saved card around the 1st; or the monthly price of the plan you chose. Nothing is owed for a month in which your plans took in nothing.',
      },
      {
        title: 'Patients’ money',
        text: 'Patients pay into your own account with Stripe, under Stripe’s terms. You are the seller: refunds and disputes are yours.',
      },
      {
        title: 'What Carefold is not for',
        text: 'A wellness plan is not insurance and must not be offered as one. Messages are not for emergencies. Do not use Carefold for anything that the law of your place forbids.',
      },
      {
        title: 'Your account',
        text: 'Everybody of your team has an account of their own and keeps it to themself. Whoever reads patients’ records sets up the second step at sign-in.',
      },
      {
        title: 'If an invoice stays open',
        text: 'We try your card again and write to you. After two weeks nobody new can join and no plan can be published until it is paid. Your members are not affected.',
      },
      {
        title: 'Leaving',
        text: 'Whenever you like. Export members and statements first; your patients keep their receipts. What the law makes you keep stays available to you for that long.',
      },
    ],
  },

  contact: {
    title: 'Contact',
    lead: 'Questions, prices, or a look at the product with somebody who knows it: write to us, and we answer by mail.',
    form: {
      about: 'What is it about?',
      subjects: { question: 'A question', demo: 'A demo', sales: 'Sales' },
      name: 'Name',
      email: 'Email',
      clinicName: 'Clinic',
      message: 'Message',
      messageHint: 'Please write nothing about a patient’s health.',
      nameLong: 'A name may have at most 200 characters.',
      clinicLong: 'The name of a clinic may have at most 200 characters.',
      messageMissing: 'Write what you would like to know.',
      messageLong: 'A message may have at most 4,000 characters.',
      send: 'Send message',
      sending: 'Sending...',
      failed: 'Your message was not sent',
    },
    sentTitle: 'Thank you',
    sent: (email: string) => `Your message has arrived. We answer to ${email}.`,
    another: 'Write another message',
    patientTitle: 'You are a patient?',
    patient:
      'Your clinic answers questions about your plan, your visits and your payments. Sign in and write to it there.',
    logIn: 'Log in',
  },

  footer: {
    label: 'Footer',
    rights: (year: string, product: string) => `© ${year} ${product}`,
    pricing: 'Pricing',
    howItWorks: 'How it works',
    aboutUs: 'About us',
    contact: 'Contact',
    api: 'API',
    wellnessPlans: 'Wellness plans',
    privacy: 'Privacy',
    terms: 'Terms',
    logIn: 'Log in',
    patients: 'For patients',
  },
} as const

/** To the operator: what a visitor wrote. */
export const contactMailTexts = {
  subject: {
    question: 'A question from the contact page',
    demo: 'Somebody would like to see a demo',
    sales: 'Somebody would like to talk to sales',
  },
  name: 'Name',
  email: 'Email',
  clinic: 'Clinic',
  note: 'Written on the contact page of Carefold. The address has not been checked.',
} as const
