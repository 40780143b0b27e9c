"""What the files for running a server say is so: commands, settings, networks, no secrets."""

import re
import tomllib
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.core import TyperGroup
from typer.main import get_command

from han.cli.main import app
from han.server.config import Config, Limits, read_config

ROOT = Path(__file__).parents[1]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = [name for name, service in SERVICES.items() if service["image"] == "han-game"]
SERVERS = [name for name in OURS if SERVICES[name]["command"][0] == "serve"]
SETTINGS = ROOT / "deploy" / "server.toml"
PAGE = ROOT / "docs" / "running.md"


def parsed(words: list[str]) -> dict[str, Any]:
    """The options of one of our commands; an exception if it would be refused."""
    group = get_command(app)
    assert isinstance(group, TyperGroup)
    command = group.commands[words[0]]
    return command.make_context(words[0], words[1:]).params


def test_there_are_servers_a_worker_and_what_they_need() -> None:
    assert len(SERVERS) == 2
    assert set(SERVICES) - set(OURS) == {"proxy", "postgres", "nats"}
    assert parsed(SERVICES["worker"]["command"])


@pytest.mark.parametrize("name", OURS)
def test_the_commands_take_these_options_and_variables(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = SERVICES[name]
    for variable, value in service["environment"].items():
        monkeypatch.setenv(variable, value)
    given = parsed(service["command"])
    assert given["nats"] == service["environment"]["HAN_NATS"]
    if name in SERVERS:
        assert given["database"].startswith("postgresql://")
        assert given["host_name"] == [SERVICES["proxy"]["environment"]["HAN_SITE"]]
        assert "./deploy/server.toml:" + str(given["config"]) + ":ro" in service["volumes"]


def test_the_settings_are_settings_and_believe_only_the_proxy() -> None:
    settings = read_config(SETTINGS)
    (front,) = COMPOSE["networks"]["front"]["ipam"]["config"]
    assert settings.behind_proxy
    assert settings.proxies == (front["subnet"],)
    assert ip_network(front["subnet"]).is_private
    assert set(SERVICES["proxy"]["networks"]) == {"outside", "front"}
    caddyfile = (ROOT / "deploy" / "Caddyfile").read_text("utf-8")
    assert all(f"{name}:{settings.port}" in caddyfile for name in SERVERS)
    keep = re.search(r"keepalive (\d+)s", caddyfile)
    assert keep
    assert int(keep[1]) < settings.keep_alive_s


def test_only_the_proxy_can_be_reached_from_outside() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert COMPOSE["networks"]["front"]["internal"]
    assert COMPOSE["networks"]["back"]["internal"]


def test_no_file_holds_a_secret() -> None:
    for name, service in SERVICES.items():
        for variable, value in service.get("environment", {}).items():
            if "PASSWORD" in variable:
                assert value.startswith("${POSTGRES_PASSWORD:?"), name
            for password in re.findall(r"://[^/@]+?:(.*)@", value):
                assert password.startswith("${POSTGRES_PASSWORD:?"), name


def test_volumes_and_networks_are_declared() -> None:
    for service in SERVICES.values():
        names = {volume.split(":")[0] for volume in service.get("volumes", [])}
        assert {name for name in names if not name.startswith("./")} <= set(COMPOSE["volumes"])
        assert set(service["networks"]) <= set(COMPOSE["networks"])
        for file in (name for name in names if name.startswith("./")):
            assert (ROOT / file).is_file()


def test_the_image_starts_a_server_as_somebody_who_is_not_root() -> None:
    text = (ROOT / "Dockerfile").read_text("utf-8")
    user = re.search(r"^USER (\w+)$", text, re.MULTILINE)
    assert user
    assert user[1] != "root"
    entry, command = (
        re.findall(r'"([^"]+)"', line)
        for line in re.findall(r"^(?:ENTRYPOINT|CMD) \[(.*)\]$", text, re.MULTILINE)
    )
    assert entry == ["han"]
    given = parsed(command)
    assert (given["host"], given["database"]) == ("0.0.0.0", "/data/han.sqlite")
    assert f"EXPOSE {Config().port}\n" in text
    for source in re.findall(r"^COPY (?!--from)(.*) \S+$", text, re.MULTILINE):
        assert all((ROOT / name).exists() for name in source.split())


def test_the_page_on_running_names_settings_that_exist() -> None:
    page = PAGE.read_text("utf-8")
    for example in re.findall(r"```toml\n(.*?)```", page, re.DOTALL):
        settings = tomllib.loads(example)
        assert set(settings) <= set(Config.__struct_fields__)
        assert set(settings.get("limits", {})) <= set(Limits.__struct_fields__)
    for line in re.findall(r"^han (serve|worker)( .*)?$", page, re.MULTILINE):
        assert parsed([line[0], *line[1].partition("#")[0].split()])
