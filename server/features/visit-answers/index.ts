import { feature } from '#server/clinic/feature.ts'
import { answerVisit } from './answer-visit.ts'
import { visitOfLink } from './visit-of-link.ts'

export const visitAnswersFeature = feature({ actions: [visitOfLink, answerVisit] })
