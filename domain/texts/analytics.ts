/** Figures about content and programs. Wording: docs/specification.md B2.13. */
const people = (count: number) => (count === 1 ? '1 patient' : `${count.toLocaleString('en-US')} patients`)
const views = (count: number) => (count === 1 ? '1 view' : `${count.toLocaleString('en-US')} views`)

export const analyticsTexts = {
  title: 'Analytics',
  failed: 'The figures could not be loaded',
  usage: {
    title: 'Resource Usage',
    sentence: (total: number, best: string | null) =>
      best === null
        ? 'In the last 12 weeks, no patient opened a resource.'
        : `In the last 12 weeks, there were ${views(total)}, most in the week of ${best}.`,
    definition: 'Each patient counts once a day per resource. Team members are not counted.',
    byWeek: 'By week',
    week: 'Week of',
    views: 'Views',
    people: 'Patients',
  },
  programs: {
    title: 'Program Assignments',
    sentence: (learning: number, completed: number) =>
      learning + completed === 0
        ? 'No patient takes part in a program yet.'
        : `${people(learning)} ${learning === 1 ? 'is' : 'are'} learning now; ${completed === 0 ? 'no patient' : people(completed)} completed a program so far.`,
    learning: 'Learning',
    completed: 'Completed',
    figures: (learning: number, completed: number, ended: number) =>
      `${learning} learning · ${completed} completed${ended > 0 ? ` · ${ended} ended early` : ''}`,
  },
  completion: {
    title: 'Completion Rates',
    sentence: (share: number | null, completed: number, assigned: number) =>
      share === null
        ? 'Nothing was assigned yet.'
        : `Of ${assigned.toLocaleString('en-US')} assigned lessons ${completed.toLocaleString('en-US')} were completed: ${share}%.`,
    figures: (completed: number, assigned: number, share: number) => `${completed} of ${assigned}, ${share}%`,
  },
  effectiveness: {
    title: 'Resource Effectiveness',
    none: 'Nothing is published yet.',
    definition:
      'Completion Rate: the share of patients who completed it, among those who opened it or have it assigned. Popular In: the plan that most of them have.',
    resource: 'Resource',
    type: 'Type',
    rating: 'Rating',
    views: 'Views',
    completionRate: 'Completion Rate',
    popularIn: 'Popular In',
    stars: (rating: number, count: number) =>
      `${rating} of 5 stars, ${count === 1 ? '1 rating' : `${count} ratings`}`,
    noRating: 'No ratings',
    nothing: '–',
    more: (count: number) => `Show all ${count}`,
    fewer: 'Show fewer',
  },
  percent: (share: number) => `${share}%`,
} as const
