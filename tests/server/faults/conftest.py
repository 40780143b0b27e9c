"""A cluster for all tests of faults; each finds it whole."""

from collections.abc import Iterator

import pytest

from server.databases import PostgresServer
from server.faults.clusters import Cluster, running_cluster


@pytest.fixture(scope="session")
def mortal_cluster(
    tmp_path_factory: pytest.TempPathFactory, postgres_server: PostgresServer
) -> Iterator[Cluster]:
    """Three servers on PostgreSQL and NATS, and a worker."""
    with running_cluster(tmp_path_factory.mktemp("cluster"), postgres_server, 3) as cluster:
        yield cluster


@pytest.fixture
def cluster(mortal_cluster: Cluster) -> Iterator[Cluster]:
    """The cluster, whole again after what earlier tests have done to it."""
    mortal_cluster.heal()
    before = mortal_cluster.complaints()
    yield mortal_cluster
    assert mortal_cluster.complaints() == before
