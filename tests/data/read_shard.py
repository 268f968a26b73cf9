"""Reads a shard with nothing but Python's standard library, as docs/formats.md describes it.

The test runs the program named by SHARD_WRITER, which writes a shard and prints its sizes.
"""

import ast
import json
import os
import struct
import subprocess
import tempfile
import zipfile

CODES = {"|u1": "B", "|i1": "b", "<u2": "H", "<u4": "I", "<u8": "Q", "<f4": "f"}


def read_npy(data):
    assert data[:8] == b"\x93NUMPY\x01\x00"
    (header_size,) = struct.unpack_from("<H", data, 8)
    assert (10 + header_size) % 64 == 0
    header = ast.literal_eval(data[10 : 10 + header_size].decode())
    assert header["fortran_order"] is False
    count = 1
    for size in header["shape"]:
        count *= size
    values = struct.unpack_from(f"<{count}{CODES[header['descr']]}", data, 10 + header_size)
    return header["shape"], values


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "shard.npz")
        sizes = subprocess.run([os.environ["SHARD_WRITER"], path], check=True, capture_output=True, text=True).stdout
        samples, moves, games = map(int, sizes.split())
        with zipfile.ZipFile(path) as archive:
            assert archive.testzip() is None
            assert all(info.date_time == (1980, 1, 1, 0, 0, 0) for info in archive.infolist())
            meta = json.loads(archive.read("meta.json"))
            column = {name[:-4]: read_npy(archive.read(name)) for name in archive.namelist() if name.endswith(".npy")}

    assert meta["format"] == "jungle-shard" and meta["version"] == 4 and meta["seed"] == 5
    assert column["position"][0] == (samples, 2)
    assert column["policy"][0] == (moves,) and column["game_plies"][0] == (games,)
    starts = list(column["first_move"][1]) + [moves]
    policy, outcome = column["policy"][1], column["outcome"][1]
    for i in range(samples):
        assert abs(sum(policy[starts[i] : starts[i + 1]]) - 1) < 1e-3
        assert outcome[i] in (-1, 0, 1)
        assert column["plies_left"][1][i] <= column["game_plies"][1][column["game"][1][i]]
    # The first sample is the start position: Red's rat stands on g3, square 2 * 7 + 6.
    assert column["position"][1][0] & 63 == 20
    # What was played there is one of its moves; games lie one after the other.
    begins, plies, played = (column[name][1] for name in ("game_first_played", "game_plies", "played"))
    assert begins[0] == 0 and begins[-1] + plies[-1] == len(played)
    assert column["ply"][1][0] == 0 and played[0] in column["move"][1][: starts[1]]


main()
