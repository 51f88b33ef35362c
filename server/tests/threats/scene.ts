import { makeWorld, type World } from '#db/tests/tenant-escape/world.ts'
import type { PlanView } from '#domain/plans/plans.ts'
import type { TestDatabase } from '#testing/database/database.ts'
import type { SellingClinic } from '#testing/money/payments.ts'
import { type Planter, planter } from './actors/planted.ts'
import { type Observed, openTestServer, type TestServer } from './test-server.ts'

/** Two clinics with plans, and the people of db/tests/tenant-escape/world.ts. */
export interface Scene {
  test: TestServer
  plant: Planter
  world: World
  plan: PlanView
  invoiceId: string
}

export interface Scenes {
  test: TestServer
  next(): Promise<Scene>
  /** The last scene unless calls have changed its people, else the next one. */
  current(): Promise<Scene>
}

/** Once per test file, with new people for every function. */
export async function openScenes(
  openDatabase?: () => Promise<TestDatabase>,
  observed?: Observed,
): Promise<Scenes> {
  const test = await openTestServer(undefined, undefined, openDatabase, observed)
  const one = await test.aSellingClinic()
  const two: SellingClinic = await test.aSellingClinic()
  const plan = await test.aPublishedPlan(one)
  const member = await test.aMember(one, plan)
  const [invoice] = await test.db.asOwner<{ id: string }>('select id from invoices where patient_id = $1', [
    member.patientId,
  ])
  if (!invoice) throw new Error('the payment led to no invoice')
  const invoiceId = invoice.id
  let last: { scene: Scene; people: string } | null = null

  async function next(): Promise<Scene> {
    // admins stay: a team that grows with every function slows every notice and count down
    await test.db.asOwner(
      `update clinic_memberships set ended_at = now()
        where clinic_id in ($1, $2) and ended_at is null and id not in ($3, $4)`,
      [one.id, two.id, one.admin.membershipId, two.admin.membershipId],
    )
    const world = await makeWorld(test.db, { one, two })
    return { test, plant: planter(test.db), world, plan, invoiceId }
  }

  return {
    test,
    next,
    async current() {
      if (last && (await rightsOf(test.db, last.scene.world)) === last.people) return last.scene
      const scene = await next()
      last = { scene, people: await rightsOf(test.db, scene.world) }
      return scene
    },
  }
}

/** Inputs made from it refer to rows of clinic 2. */
export async function otherClinicOf(scene: Scene): Promise<Scene> {
  const { plant, plan, world } = scene
  const { clinics, owners } = world
  const patient = owners.foreignPatient
  const { planId, priceId } = await plant.plan(clinics.two.id, 'published')
  return {
    ...scene,
    plan: { ...plan, id: planId, price: { ...plan.price, id: priceId } },
    invoiceId: await plant.invoice(clinics.two.id, patient.patientId),
    world: {
      ...world,
      clinics: { one: clinics.two, two: clinics.one },
      owners: { patient, otherPatient: patient, pending: patient, foreignPatient: owners.patient },
      people: { staff: clinics.two.admin, admin: clinics.two.admin },
      guardianships: {},
    },
  }
}

/** Every row that determines the rights of a world's people, as one text. */
async function rightsOf(db: TestDatabase, world: World): Promise<string> {
  const people = Object.values(world.people).map(({ userId }) => userId)
  const patients = Object.values(world.guardianships).map(({ patientId }) => patientId)
  const [rights] = await db.asOwner<{ rows: string }>(
    `select string_agg(row, ' ' order by row) as rows from (
       select m::text as row from clinic_memberships m where user_id = any ($1)
       union all select p::text from patients p where user_id = any ($1) or id = any ($2)
       union all select c::text from patient_customers c join patients p on p.id = c.patient_id where p.user_id = any ($1)
       union all select g::text from patient_guardians g where patient_id = any ($2)
       union all select s.id::text from auth.sessions s where user_id = any ($1)
       union all select (u.id, u.email, u.email_confirmed_at, u.banned_until)::text from auth.users u where id = any ($1)
     ) rights`,
    [people, patients],
  )
  return rights?.rows ?? ''
}
