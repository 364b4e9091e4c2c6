"""Configurations of sweeps: every key, and every mistake answered."""

import shutil
from pathlib import Path

import pytest

from thresher.errors import FileError, InputError
from thresher.screening.procedures import Model
from thresher.screening.starts import Diverse, Drawn
from thresher.screening.sweep_config import SweepConfig, planned, read_sweep

from .sweeps import laid_out

DATA = 'data = ["data/d1.csv"]\n'


def read(folder: Path, text: str) -> SweepConfig:
    return read_sweep(laid_out(folder, text, records=20))


def test_what_is_not_said_is_as_usual(tmp_path: Path) -> None:
    config = read(tmp_path, DATA)
    assert config == SweepConfig(
        data=(tmp_path / "data" / "d1.csv",),
        models=(Model(),),
        seeds=(1,),
        start=Drawn(),
    )


def test_every_key_is_understood(tmp_path: Path) -> None:
    config = read(
        tmp_path,
        """
        data = ["data/*.csv", "data/d1.csv"]
        seeds = 3
        first_seed = 10
        prior_relevant = 2
        prior_irrelevant = 5
        label_column = "included"
        strategy = "mixed"
        stop = "never"
        models = ["svm", {name = "bayes", ranker = "naive-bayes", strategy = "random"}]
        """,
    )
    assert [path.name for path in config.data] == ["d1.csv", "d2.csv"]
    assert config.seeds == (10, 11, 12)
    assert config.start == Drawn(relevant=2, irrelevant=5)
    assert config.label_column == "included"
    svm, bayes = config.models
    assert (svm.name, svm.strategy, svm.stop) == ("svm+mixed+never", "mixed", "never")
    assert (bayes.name, bayes.strategy, bayes.stop) == ("bayes", "random", "never")
    assert read(tmp_path, DATA + 'start = "diverse"').start == Diverse()
    assert read(tmp_path, DATA + "seeds = [3, 1, 3]").seeds == (3, 1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("data = [", "is not valid TOML"),
        ("data = " + "[" * 3000, "is not valid TOML"),
        ("", "the file is empty"),
        ("seeds = 1", r"data must list files, as in data = \["),
        ("data = []", "data must list files"),
        ('data = "a.csv"', "data must be a list, got 'a.csv'"),
        ('data = ["data/d3.csv"]', "names 'data/d3.csv', but .* has no such file"),
        ('data = ["none/*.csv"]', "no such file"),
        (f'data = ["{"long" * 200}"]', "no such file"),
        (f'data = ["*{"long" * 200}"]', "no such file"),
        ('data = ["a/**b"]', "no such file"),
        ('data = ["/etc/*"]', "no such file"),
        (DATA + "sed = 3", "no key of a sweep 'sed'.*Did you mean 'seeds'.*Known: dat"),
        (DATA + "seeds = 0", "seeds must be 1 to"),
        (DATA + "seeds = true", "seeds must be 1 to"),
        (DATA + "seeds = [-1]", "seeds must be 1 to"),
        (DATA + "seeds = [1]\nfirst_seed = 2", "goes with a number of seeds"),
        (DATA + 'models = ["elas_u5"]', "there is no ranker 'elas_u5'"),
        (DATA + "models = []", "models must be different, got none"),
        (DATA + "models = [3]", "a model is a ranker's name or a table, got 3"),
        (DATA + 'models = ["svm", "svm"]', "models must be different, got svm, svm"),
        (DATA + 'models = [{rank = "svm"}]', "no key of a model 'rank'"),
        (DATA + "models = [{ranker = 3}]", "ranker must be a text, got 3"),
        (DATA + 'strategy = "worst"', "there is no strategy 'worst'"),
        (DATA + 'stop = "records:x"', "needs a number"),
        (DATA + 'stop = "records:1.5"', "needs a number"),
        (DATA + 'start = "cold"', "there is no start 'cold'.*Known: diverse, priors"),
        (DATA + 'start = "diverse"\nprior_relevant = 1', "make no 'diverse' start"),
        (DATA + "prior_relevant = 0", "are 1 or more"),
        (DATA + "prior_relevant = true", "prior_relevant must be a whole number"),
    ],
)
def test_a_mistake_is_answered_with_file_and_reason(
    tmp_path: Path, text: str, said: str
) -> None:
    with pytest.raises(FileError, match=r"sweep\.toml: .*" + said):
        read(tmp_path, text)


def test_the_same_data_twice_are_refused_by_content(tmp_path: Path) -> None:
    config = laid_out(tmp_path, records=20)
    shutil.copy(tmp_path / "data" / "d1.csv", tmp_path / "data" / "d9.csv")
    with pytest.raises(InputError, match=r"d1\.csv and .*d9\.csv hold the same"):
        planned(read_sweep(config))


def test_what_is_odd_about_the_data_is_told(tmp_path: Path) -> None:
    config = laid_out(tmp_path, DATA, records=20)
    path = tmp_path / "data" / "d1.csv"
    path.write_text(path.read_text() + "x,y,z,\n")
    (remark,) = planned(read_sweep(config)).remarks
    assert remark.startswith("d1: 1 of 21 records have no label and are left out")
