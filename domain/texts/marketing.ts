/** Wording: docs/specification.md A1, A8 and B8. */
export const marketingTexts = {
  needsScript:
    'JavaScript is switched off in your browser. Switch it on and reload the page to use this form. The rest of this page works without it.',

  landing: {
    title: 'Seamless Membership Management',
    lead: 'Carefold runs your self-pay wellness plans: patients choose a plan and join in a few minutes, payments come in every month, and you always see your current members.',
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
    /** docs/specification.md A9 */
    taglines: [
      'Plans that patients understand.',
      'Payments that arrive automatically.',
      'One list of your patients.',
      'Visits booked without a phone call.',
      'Messages answered in one place.',
      'Lessons your patients come back to.',
    ],
    pause: 'Stop the moving texts',
    play: 'Let the texts move',

    featuresTitle: 'For your clinic',
    features: [
      {
        title: 'Launch in under 30 minutes',
        text: 'Name your hub, write a plan, connect your bank account. A checklist shows the remaining steps, and there is nothing to install.',
        points: [
          'A hub under your own name and color',
          'A plan with a live preview',
          'A join link for your door and your website',
        ],
      },
      {
        title: 'Automated patient engagement',
        text: 'Receipts, renewals, failed payments and visits: patients are notified automatically, by email or, if the clinic’s plan includes it, by text message. They choose.',
        points: [
          'A receipt for every payment',
          'An email with a link to pay when a card fails',
          'STOP ends text messages at once',
        ],
      },
      {
        title: 'Actionable performance insights',
        text: 'Your start page shows open tasks, upcoming renewals, and how this month compares with the last one.',
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
        text: 'The next visit, open messages and new patients: the day on one page.',
        lines: ['9:00 Nora Lindqvist, check-up', '2 messages to answer', '1 payment needs another card'],
      },
      {
        title: 'Members',
        text: 'Every patient with their plan and last visit, found by any part of a name.',
        lines: [
          'Grace Whitfield, Everyday Care',
          'Luis Ortega, Family Wellness',
          'Samuel Adeyemi, Everyday Care',
        ],
      },
      {
        title: 'Learning Center',
        text: 'Lessons that you write once and assign to the right patients.',
        lines: [
          'Sleeping well, 4 minutes',
          'Walking with a sore knee, 6 minutes',
          'Lunches for a busy week, 5 minutes',
        ],
      },
    ],
    tourLabel: 'An example, with invented names',

    storiesTitle: 'A week with Carefold',
    stories: [
      {
        who: 'A receptionist’s Monday',
        text: 'Three people joined over the weekend. Their payments are in, their details are filled in, and their first visits are booked. I say good morning and print nothing.',
      },
      {
        who: 'A physician’s Wednesday',
        text: 'Before each visit, I see the plan, the team’s notes and the patient’s questions. Afterwards, I send a lesson instead of a leaflet.',
      },
      {
        who: 'An office manager’s first of the month',
        text: 'The statement is closed. I open it, export it, and every cent leads to a payment. Two cards failed, and their owners have already paid.',
      },
    ],
    storiesNote: 'Invented examples, not customer quotes: they show what these roles can do with Carefold.',
    previousStory: 'Previous story',
    nextStory: 'Next story',
    storyOf: (number: number, count: number) => `${number} of ${count}`,

    analyticsTitle: 'Numbers you can act on',
    analytics: [
      { title: 'Revenue', text: 'Twelve months at a glance, and this month against the last.' },
      {
        title: 'Patients',
        text: 'Active, invited and former patients, as lists and as numbers.',
      },
      { title: 'Renewals', text: 'Upcoming payments and failed cards.' },
    ],

    impactTitle: 'Goals of clinics',
    impactLead: 'Goals, not promises. Carefold shows the figures for your clinic.',
    impact: [
      {
        figure: '25%',
        goal: 'more revenue from plans in a year',
        measured: 'See the twelve months on your dashboard.',
      },
      {
        figure: '15 hrs',
        goal: 'less billing work each month',
        measured:
          'Payments in Money that needed no reminder, at 15 minutes each: 60 in a month are 15 hours.',
      },
      {
        figure: '30%',
        goal: 'fewer missed visits',
        measured: 'In Appointments, see the visits marked as missed.',
      },
      {
        figure: '95%',
        goal: 'of payments on time',
        measured: 'See your closed statements, month by month.',
      },
    ],

    faqTitle: 'Questions',
    faq: [
      {
        question: 'How long does it take to start?',
        answer:
          'A hub opens in minutes. Most clinics should plan 1-2 weeks until the first member pays: to define a plan, connect the bank account and inform patients.',
      },
      {
        question: 'What does it cost?',
        answer:
          '12% of your plan revenue, and nothing in months without revenue. Or one of three monthly plans without that commission.',
      },
      {
        question: 'Who gets the patients’ money?',
        answer:
          'Your clinic does. Patients pay into your own account with Stripe; Carefold bills its share afterwards.',
      },
      {
        question: 'Is a wellness plan insurance?',
        answer:
          'No. It is a subscription to your own services, paid by the patient, and the page of every plan says so.',
      },
      {
        question: 'Can we leave?',
        answer:
          'Yes, at any time. You can export your list of patients, payments and statements, and patients keep their receipts.',
      },
    ],

    startTitle: 'Open your hub today',
    startText: 'Opening it is free. You pay once your plans earn.',
    startTrial: 'Start Your Free Trial',
    contactSales: 'Contact Sales',
    requestDemo: 'Request a Demo',
    seeDemo: 'See a Demo',
    leadTitle: 'Would you like to talk to us first?',

    feeTitle: 'You pay when your plans earn',
    fee: 'A commission of 12% on your plan revenue, calculated on the previous calendar month. If the plans are unused, you owe nothing.',
  },

  screens: {
    today: 'The start page of a clinic: the day’s visits and figures',
    statement: 'The statement of a closed month: net revenue and the commission',
    join: 'The page on a phone where a patient chooses a plan',
    caption: 'Screens of the demo clinic, with invented names. See a Demo opens it.',
  },

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

  /** the specification's example */
  commissionPicture: {
    label: 'Example of one month',
    revenue: 'Revenue from your plans',
    revenueCents: 145_075,
    commission: 'Commission, 12%',
    commissionCents: 17_409,
    kept: 'Your clinic’s share',
  },

  howItWorks: {
    title: 'How it works',
    lead: 'From an empty hub to paying patients in four steps. There is nothing to install.',
    steps: [
      {
        title: 'Open your hub',
        text: 'Your clinic’s name, its own web address, a color and a logo. Invite your team by email.',
      },
      {
        title: 'Connect your bank account',
        text: 'Patients pay into your own account with Stripe. Carefold never holds their money.',
      },
      {
        title: 'Publish a plan',
        text: 'Price, billing and what is included, with a preview for you. Members keep the terms they joined with.',
      },
      {
        title: 'Patients join and pay',
        text: 'They choose a plan on your page, pay by card and have a portal at once: visits, lessons, messages, receipts.',
      },
    ],
    afterTitle: 'And every day after that',
    after: [
      'Your start page shows what needs you: a visit, a message, a failed card.',
      'Receipts, renewals and reminders are sent automatically.',
      'On the first of the month the statement is closed, and every number in it can be recomputed.',
      'Every access to a patient’s record is logged, and the patient can see the log.',
    ],
  },

  aboutUs: {
    title: 'About us',
    security: 'How we protect data',
    lead: 'Carefold is software for clinics that offer care by subscription: patients join a plan, book visits, write messages and read lessons; the team sees its day, its patients and its revenue.',
    parts: [
      {
        title: 'Our goal',
        text: 'A clinic’s plan should be as easy to join as any other monthly subscription, and as easy to leave. Its price and its services should fit on one page.',
      },
      {
        title: 'How we earn',
        text: 'With a commission on your plan revenue, or with a monthly price. Never with your patients’ data: we do not sell data, and there is no advertising.',
      },
      {
        title: 'How we protect your data',
        text: 'Health information requires a second step at sign-in, every access to it is recorded, and the database itself separates the data of each clinic.',
      },
    ],
  },

  runBy: 'The operator of this installation',

  wellnessPlans: {
    title: 'Wellness plans',
    lead: 'A subscription to a clinic’s own services, paid by the patient, by the month or the year.',
    parts: [
      {
        title: 'Included in a plan',
        text: 'Visits, check-ups, counseling, messages with the team, lessons: all services that the clinic can provide.',
      },
      {
        title: 'Not insurance',
        text: 'It is not insurance and does not replace insurance. It covers nothing outside the clinic. Ask your tax adviser before you pay for it from a health savings account.',
      },
      {
        title: 'Reliable terms',
        text: 'Members keep the terms they joined with. A plan is canceled in two clicks and lasts until the end of the paid period.',
      },
    ],
    uninsuredTitle: 'Uninsured services',
    uninsured:
      'A subscription to services that insurers do not cover: forms and letters, renewals by phone, advice between visits, at one price instead of many small bills.',
    patientTitle: 'Are you a patient?',
    patient: 'Clinics offer the plans. Open the link of your clinic, or search for it by name.',
    findClinic: 'Find your clinic',
  },

  privacy: {
    title: 'Privacy',
    lead: 'Which data Carefold stores, who can read it, and what never happens with it.',
    parts: [
      {
        title: 'Ownership',
        text: 'A clinic’s data about its patients belongs to the clinic and its patients. Carefold stores it for them and uses it for nothing else. For questions about your own record, please ask your clinic first.',
      },
      {
        title: 'Stored data',
        text: 'Your account: name, email address, how you sign in, and where you are signed in. At a clinic: the information that you and the team enter, your plan, payments, visits, messages and files. Stripe stores card numbers; Carefold never does.',
      },
      {
        title: 'Access',
        text: 'You and the team of your clinic. Health information requires the team’s second step at sign-in. Every access to your record is logged: My Profile shows you who looked, and when.',
      },
      {
        title: 'Cookies and trackers',
        text: 'Cookies remember your sign-in for up to 400 days. Your browser also stores your choice of colors, and until you sign out unsaved text and the lessons that you open. There is no advertising, no tracker, and no other company’s script on our pages. A video that your clinic embeds from another site is loaded when you press play.',
      },
      {
        title: 'Emails and text messages',
        text: 'Notices contain no details; a message that your clinic sends to many patients has its own words. You choose which you get under Notification Preferences; STOP ends text messages at once. Receipts and messages about the security of your account are always sent.',
      },
      {
        title: 'How long',
        text: 'As long as you belong to the clinic, and after that as long as the law requires the clinic to retain its records and receipts. The access log is never changed.',
      },
    ],
  },

  security: {
    title: 'Security',
    lead: 'How Carefold stores a clinic’s data, who can read it, and how to take it out or have it erased.',
    parts: [
      {
        title: 'Each clinic’s data is separate',
        text: 'Every row of a clinic’s data names the clinic. The database itself decides, row by row, what a caller may read or write, so a mistake in a page does not open another clinic’s data.',
      },
      {
        title: 'Encryption',
        text: 'Pages are served over TLS. Passwords are stored as argon2id hashes, and the secrets of the second step are encrypted (AES-256-GCM). Stripe stores card numbers; Carefold never does. The operator decides whether the server’s disks and backups are encrypted.',
      },
      {
        title: 'A second step at sign-in',
        text: 'Team members complete a second step before they can open patients’ data, money, the team or the sign-in settings, unless an admin of the clinic turns this off. Exports, changes of the team, payouts and closing the clinic require a proof of identity that is at most 15 minutes old.',
      },
      {
        title: 'Access is logged',
        text: 'Reads and changes of a patient’s record are logged with the user, the time and the action. The entries form a chain, which is verified every night, so a changed entry is found. They are stored for six years. Patients see in My Profile who opened their record.',
      },
      {
        title: 'Export',
        text: 'Patients download their record as a PDF, as JSON and with its files. An admin downloads all data of the clinic.',
      },
      {
        title: 'Deletion',
        text: 'When a patient leaves, data that served only the membership is deleted after 30 days. Records of care are erased after ten years (of a child, ten years after the 18th birthday). After seven years, payments lose names and cards. A clinic that closes is erased after 30 days, once its plans have ended. A legal hold stops erasure, and backups contain erased data until they are overwritten.',
      },
      {
        title: 'Access by the operator',
        text: 'On the operator’s pages are clinics with their address, number of people and bills, failed jobs, and messages from the contact page, but no patients. To view a clinic’s settings, the operator requests access, which an admin of the clinic allows for 60 minutes; every view is logged for the clinic. An operator with a login to the server or its database can technically read the data stored there, and Carefold does not log that.',
      },
      {
        title: 'Reporting a weakness',
        text: 'Write to us on the contact page, without data about patients.',
      },
    ],
  },

  terms: {
    title: 'Terms',
    lead: 'The rules between Carefold and the clinics that use it, in plain English.',
    parts: [
      {
        title: 'Our service',
        text: 'A hub for your clinic: plans, payments, patients, visits, messages and lessons. You decide what your plans include and cost, and you are responsible for the care of your patients.',
      },
      {
        title: 'Price',
        text: '12% of your plan revenue, calculated on the previous calendar month and charged to your saved card around the 1st; or the monthly price of the plan you chose. You owe nothing for a month without plan revenue.',
      },
      {
        title: 'Patients’ money',
        text: 'Patients pay into your own account with Stripe, under Stripe’s terms. You are the seller and responsible for refunds and disputes.',
      },
      {
        title: 'Not allowed',
        text: 'A wellness plan is not insurance and must not be offered as one. Messages are not for emergencies. Do not use Carefold for anything that your local law forbids.',
      },
      {
        title: 'Your account',
        text: 'Each team member has their own account and does not share it. Team members who read patients’ records set up the second step at sign-in.',
      },
      {
        title: 'If an invoice stays open',
        text: 'We retry your card and notify you. After two weeks, new members cannot join and you cannot publish plans until it is paid. Existing members are not affected.',
      },
      {
        title: 'Leaving',
        text: 'You can leave at any time. Export your list of patients and your statements first; patients keep their receipts. Records that you must retain by law stay available to you for that long.',
      },
    ],
  },

  contact: {
    title: 'Contact',
    lead: 'Questions, prices or a guided demo: write to us, and we answer by email.',
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
    sent: (email: string) => `Your message has arrived. We will answer to ${email}.`,
    another: 'Write another message',
    patientTitle: 'Are you a patient?',
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
    security: 'Security',
    terms: 'Terms',
    logIn: 'Log in',
    patients: 'For patients',
  },
} as const

/** To the operator. */
export const contactMailTexts = {
  subject: {
    question: 'A question from the contact page',
    demo: 'A request for a demo',
    sales: 'A request to talk to sales',
  },
  name: 'Name',
  email: 'Email',
  clinic: 'Clinic',
  note: 'Written on the contact page of Carefold. The address has not been checked.',
} as const
