// The directory of deploy/citus.sql, with tables in place of the engine's (docs/decisions/0229).
import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { setUpDatabase } from '#testing/set-up.ts'
import { aClinic, type TestClinic } from '#testing/sign-in/people.ts'

const db = await setUpDatabase()

let here: TestClinic
let there: TestClinic

const nodeOf = (clinic: string) =>
  db.transactions.withSystemStatement('node of a clinic', {
    sql: 'select host, port from app.node_of_clinic($1)',
    params: [clinic],
  })

beforeAll(async () => {
  here = await aClinic(db)
  there = await aClinic(db)
})

it('a database that is not distributed has no directory', async () => {
  await expect(nodeOf(here.subdomain)).rejects.toMatchObject({ code: '0A000' })
})

it('a clinic’s address or id leads to the node of its shard, and all others to the coordinator', async () => {
  const file = readFileSync('deploy/citus.sql', 'utf8')
  const [definition = ''] = /create or replace function app\.node_of_clinic[\s\S]*?\$\$;/.exec(file) ?? []
  await db.asOwner(`
    create schema engine;
    grant usage on schema engine to system;
    create table engine.pg_dist_node (groupid int, nodename text, nodeport int, noderole text default 'primary',
      isactive bool default true, hasmetadata bool default true, metadatasynced bool default true);
    create table engine.pg_dist_placement (shardid bigint, shardstate int, groupid int);
    create table engine.shards (clinic uuid, shardid bigint);
    create function engine.get_shard_id_for_distribution_column(p_table regclass, p_value uuid) returns bigint
    language plpgsql stable as $$
    begin
      return (select s.shardid from engine.shards s where s.clinic = p_value and p_table = 'app.outbox'::regclass);
    end $$;
    grant select on all tables in schema engine to system;
    grant execute on all functions in schema engine to system;`)
  await db.asOwner(definition.replaceAll(/pg_catalog\.(?=pg_dist|get_shard)/g, 'engine.'))
  await db.asOwner(`insert into engine.shards values ($1, 102001), ($2, 102002)`, [here.id, there.id])
  await db.asOwner(`
    insert into engine.pg_dist_node (groupid, nodename, nodeport) values (0, 'first', 5432), (1, 'worker-1', 5432), (2, 'worker-2', 6432)`)
  await db.asOwner(
    `insert into engine.pg_dist_node (groupid, nodename, nodeport, noderole) values (2, 'standby', 5432, 'secondary')`,
  )
  // a moved shard leaves a placement that is deleted later
  await db.asOwner(
    'insert into engine.pg_dist_placement values (102001, 1, 1), (102001, 4, 2), (102002, 1, 2)',
  )
  const [one, two, first] = [
    [{ host: 'worker-1', port: '5432' }],
    [{ host: 'worker-2', port: '6432' }],
    [{ host: null, port: null }],
  ]
  expect(await Promise.all([here.subdomain, here.id].map(nodeOf))).toEqual([one, one])
  expect(await Promise.all([there.subdomain, there.id].map(nodeOf))).toEqual([two, two])
  expect(await Promise.all(['never-opened', '', crypto.randomUUID()].map(nodeOf))).toEqual([
    first,
    first,
    first,
  ])

  for (const fault of ['groupid = 0', 'isactive = false', 'hasmetadata = false', 'metadatasynced = false']) {
    await db.asOwner(`create table engine.before as table engine.pg_dist_node`)
    await db.asOwner(`update engine.pg_dist_node set ${fault} where groupid = 1`)
    if (fault === 'groupid = 0')
      await db.asOwner('update engine.pg_dist_placement set groupid = 0 where groupid = 1')
    expect(await nodeOf(here.subdomain), fault).toEqual(first)
    await db.asOwner('update engine.pg_dist_placement set groupid = 1 where groupid = 0')
    await db.asOwner('truncate engine.pg_dist_node')
    await db.asOwner('insert into engine.pg_dist_node table engine.before')
    await db.asOwner('drop table engine.before')
    expect(await nodeOf(here.subdomain)).toEqual(one)
  }
})
