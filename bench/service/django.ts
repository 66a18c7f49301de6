import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { skip } from '../measure.ts';
import { has, postgres, withPostgres } from '../peers.ts';
import { cacheFolder, tableFile, tableRows } from '../table.ts';
import { read } from './service.ts';

const run = promisify(execFile);

/** Debian packages are installed for Debian's own Python. */
const python = '/usr/bin/python3';
const install =
  'apt-get install gunicorn python3-django python3-djangorestframework python3-psycopg2 postgresql sqlite3';

export interface DjangoPeer {
  readonly name: string;
  /** The address of its rows. */
  readonly rows: string;
  /** Minimum ratio of its time to ours. */
  readonly bound: number;
}

const settings = `
import os
SECRET_KEY = 'bench'
DEBUG = False
ALLOWED_HOSTS = ['*']
ROOT_URLCONF = 'bench_urls'
INSTALLED_APPS = ['django.contrib.contenttypes', 'django.contrib.auth', 'rest_framework']
MIDDLEWARE = []
USE_TZ = True
DATABASES = {'default': (
    {'ENGINE': 'django.db.backends.sqlite3', 'NAME': os.environ['BENCH_SQLITE']}
    if os.environ['BENCH_ENGINE'] == 'sqlite' else
    {'ENGINE': 'django.db.backends.postgresql', 'NAME': '${postgres.database}', 'USER': 'postgres',
     'HOST': '127.0.0.1', 'PORT': '${postgres.port}', 'CONN_MAX_AGE': 600})}
REST_FRAMEWORK = {'DEFAULT_PAGINATION_CLASS': 'rest_framework.pagination.LimitOffsetPagination',
                  'PAGE_SIZE': 100, 'UNAUTHENTICATED_USER': None, 'DEFAULT_AUTHENTICATION_CLASSES': []}
`;

const urls = `
from django.db import models
from django.urls import include, path
from rest_framework import routers, serializers, viewsets

class Row(models.Model):
    id = models.BigIntegerField(primary_key=True)
    grp = models.BigIntegerField(null=True)
    big = models.BigIntegerField()
    price = models.FloatField()
    ratio = models.FloatField(null=True)
    code = models.TextField()
    name = models.TextField()
    note = models.TextField(null=True)
    day = models.TextField()
    point = models.TextField()
    class Meta:
        app_label = 'bench'
        db_table = 'rows'
        ordering = ['id']

class RowSerializer(serializers.ModelSerializer):
    class Meta:
        model = Row
        fields = '__all__'

class RowViewSet(viewsets.ReadOnlyModelViewSet):
    queryset = Row.objects.all()
    serializer_class = RowSerializer

router = routers.DefaultRouter()
router.register('rows', RowViewSet)
urlpatterns = [path('', include(router.urls))]
`;

/** Its import has no missing values, and the service cannot serialise an empty text as a number. */
const emptyToNull =
  "UPDATE rows SET grp = nullif(grp, ''), ratio = nullif(ratio, ''), note = nullif(note, '') WHERE grp = '' OR ratio = '' OR note = ''";

const columns =
  'id bigint PRIMARY KEY, grp bigint, big bigint, price double precision, ratio double precision, code text, name text, note text, day text, point text';

/**
 * Runs some work with two stock Django REST framework services over the same table; skips missing software with a
 * message.
 */
export async function withDjango(work: (peers: readonly DjangoPeer[]) => Promise<void>): Promise<void> {
  const there = await run(python, ['-c', 'import django, rest_framework, psycopg2']).then(
    () => true,
    () => false,
  );
  if (!there || !(await has('gunicorn')) || !(await has('sqlite3'))) return skip('Django REST framework', install);
  const folder = join(cacheFolder, 'django');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'bench_settings.py'), settings);
  await writeFile(join(folder, 'bench_urls.py'), urls);
  const csv = await tableFile('csv');
  const large = tableRows > 5_000_000;
  const sqlite = join(folder, 'rows.sqlite');
  await run('sqlite3', [
    sqlite,
    `CREATE TABLE rows(${columns})`,
    '.mode csv',
    `.import --skip 1 ${csv} rows`,
    emptyToNull,
  ]);
  await withServer(folder, 'sqlite', 8971, sqlite, (rows) =>
    work([{ name: 'Django REST framework on SQLite', rows, bound: large ? 50 : 15 }]),
  );
  await withPostgres(async (psql) => {
    if (psql === null) return;
    await psql(`CREATE TABLE rows(${columns})`);
    await psql(`\\copy rows FROM '${csv}' WITH (FORMAT csv, HEADER true)`);
    await psql('VACUUM ANALYZE rows');
    await withServer(folder, 'postgres', 8972, sqlite, (rows) =>
      work([{ name: 'Django REST framework on PostgreSQL', rows, bound: large ? 200 : 50 }]),
    );
  });
  await rm(folder, { recursive: true, force: true });
}

async function withServer(
  folder: string,
  engine: string,
  port: number,
  sqlite: string,
  work: (rows: string) => Promise<void>,
): Promise<void> {
  const server = spawn(
    python,
    ['-m', 'gunicorn', '-w', '2', '-t', '300', '-b', `127.0.0.1:${port}`, 'django.core.wsgi:get_wsgi_application()'],
    {
      cwd: folder,
      stdio: 'ignore',
      env: {
        ...process.env,
        PYTHONPATH: folder,
        DJANGO_SETTINGS_MODULE: 'bench_settings',
        BENCH_ENGINE: engine,
        BENCH_SQLITE: sqlite,
      },
    },
  );
  try {
    const rows = `http://127.0.0.1:${port}/rows/`;
    await answering(`${rows}?limit=1&format=json`, server);
    await work(rows);
  } finally {
    server.kill();
  }
}

async function answering(address: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 120; attempt += 1) {
    if (server.exitCode !== null) throw new Error('gunicorn has ended.');
    if (
      await read(address).then(
        () => true,
        () => false,
      )
    )
      return;
    await wait(500);
  }
  throw new Error('gunicorn does not answer.');
}
