import type { TestDatabase } from '../database/database.ts'
import { aSignedInPerson, type Person } from './people.ts'
import { aSecondStep } from './second-step.ts'

const email = 'operator@carefold.test'

/** The setting that names the operator of `anOperator`. */
export const operatorEnv = { OPERATOR_EMAIL: email }

export async function anOperator(db: TestDatabase): Promise<Person> {
  const person = await aSignedInPerson(db, { email })
  await aSecondStep(db, person)
  return person
}
