/** What came of what a clinic teaches. Wording where given: docs/specification.md B2.13. */
const people = (count: number) => (count === 1 ? '1 patient' : `${count.toLocaleString('en-US')} patients`)
const views = (count: number) => (count === 1 ? '1 view' : `${count.toLocaleString('en-US')} views`)

export const analyticsTexts = {
  failed: 'The figures could not be loaded',
  usage: {
    title: 'Resource Usage',
    sentence: (total: number, best: string | null) =>
      best === null
        ? 'In the last 12 weeks nobody opened anything.'
        : `In the last 12 weeks there were ${views(total)}, most of them in the week of ${best}.`,
    definition: 'A patient who opens something counts once a day; your team never.',
    week: 'Week of',
    views: 'Views',
    people: 'Patients',
  },
  programs: {
    title: 'Program Assignments',
    sentence: (learning: number, completed: number) =>
      learning + completed === 0
        ? 'Nobody takes part in a program yet.'
        : `${people(learning)} ${learning === 1 ? 'is' : 'are'} learning now; ${completed === 0 ? 'nobody' : people(completed)} completed a program so far.`,
    program: 'Program',
    learning: 'Learning',
    completed: 'Completed',
    ended: 'Ended early',
  },
  completion: {
    title: 'Completion Rates',
    sentence: (share: number | null, completed: number, assigned: number) =>
      share === null
        ? 'Nothing was assigned yet.'
        : `Of ${assigned.toLocaleString('en-US')} assigned lessons ${completed.toLocaleString('en-US')} were completed: ${share} percent.`,
    category: 'Category',
    assigned: 'Assigned',
    completed: 'Completed',
    rate: 'Rate',
  },
  effectiveness: {
    title: 'Resource Effectiveness',
    none: 'Nothing is published yet.',
    definition:
      'Completion Rate: of the patients who opened it or have it assigned, how many completed it. Popular In: the plan that most of them are on.',
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
  },
  percent: (share: number) => `${share}%`,
} as const
