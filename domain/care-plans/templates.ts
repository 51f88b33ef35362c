/** Templates by Carefold. They have no fees: those change with each clinic's schedule. */

import type { CarePlanParts, CareTheme } from './care-plans.ts'

export interface CarePlanTemplate extends CarePlanParts {
  key: string
  title: string
  description: string
}

const theme = (title: string, category: string, physicianWords: string, code = ''): CareTheme => ({
  ...{ title, category, physicianWords, code },
  ...{ patientScore: null, physicianScore: null, patientWords: '', lessonIds: [], isFeatured: false },
})

export const carePlanTemplates: readonly CarePlanTemplate[] = [
  {
    key: 'ontario-visits',
    title: 'Ontario: a year of visits',
    description: 'Four visits with their Ontario billing codes: K131, A003, K013 and K005.',
    steps: [],
    themes: [],
    visits: [
      {
        visit: 'Periodic health visit',
        timing: 'Now',
        purpose: 'Your starting point: history, examination and goals for this year.',
        code: 'K131',
        fee: '',
      },
      {
        visit: 'General assessment',
        timing: 'In 4 weeks',
        purpose: 'Your test results, and a plan based on them.',
        code: 'A003',
        fee: '',
      },
      {
        visit: 'Individual counseling',
        timing: 'In 3 months',
        purpose: 'The theme that matters most to you, and the next small step.',
        code: 'K013',
        fee: '',
      },
      {
        visit: 'Mental health care',
        timing: 'In 6 months',
        purpose: 'Mood, sleep and stress: progress and next changes.',
        code: 'K005',
        fee: '',
      },
    ],
  },
  {
    key: 'preventive-themes',
    title: 'Six themes of prevention',
    description: 'Nutrition, exercise, sleep, stress, alcohol and smoking, to be scored together.',
    steps: [],
    themes: [
      theme('Eating well', 'Nutrition', 'Your everyday meals matter more than a single one.'),
      theme(
        'Moving every day',
        'Exercise',
        'Start with movement that fits into your day, and add to it slowly.',
      ),
      theme('Sleeping well', 'Wellness', 'The same hours every day, and an evening that winds down.'),
      theme('Handling stress', 'Mental Health', 'Find your biggest stress, and one step that eases it.'),
      theme('Drinking less alcohol', 'Wellness', 'Days without alcohol, and a limit for the others.'),
      theme('Living without smoking', 'Wellness', 'We choose a day and the right support together.'),
    ],
    visits: [],
  },
  {
    key: 'first-year',
    title: 'The first year with us',
    description: 'A timeline from the first visit to the review after a year.',
    steps: [
      {
        title: 'First visit',
        note: 'We get to know you and your goals.',
        on: '',
        state: 'current',
      },
      {
        title: 'Results and plan',
        note: 'We look at your results and agree on a plan.',
        on: '',
        state: 'planned',
      },
      {
        title: 'Check-in after 3 months',
        note: 'We review progress and problems.',
        on: '',
        state: 'planned',
      },
      { title: 'Review after a year', note: 'We score your themes again.', on: '', state: 'planned' },
    ],
    themes: [],
    visits: [],
  },
]
