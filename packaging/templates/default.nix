# Nix: nix-build default.nix
# TeX and pandoc are those of nixpkgs, since programs that were built for other systems do not run on NixOS.
{ pkgs ? import <nixpkgs> { } }:
let
  python = pkgs.python3.override {
    packageOverrides = self: super: {
{% for wheel in wheels %}
      {{ wheel.name }} = super.buildPythonPackage rec {
        pname = "{{ wheel.file_name }}";
        version = "{{ wheel.version }}";
        format = "wheel";
        src = super.fetchPypi {
          inherit pname version format;
          dist = "py3";
          python = "py3";
          sha256 = "{{ wheel.sha256 }}";
        };
        doCheck = false;
{% if wheel.name.startswith('fontpkg-') %}
        dependencies = [ self.fontpkg ];
{% endif %}
      };
{% endfor %}
    };
  };
  tex = pkgs.texlive.combine { inherit (pkgs.texlive) scheme-small collection-latexextra lm; };
in
python.pkgs.buildPythonApplication {
  pname = "cvrender";
  version = "{{ version }}";
  pyproject = true;
  src = pkgs.fetchurl {
    url = "{{ sdist_url }}";
    sha256 = "{{ sdist_sha256 }}";
  };
  build-system = with python.pkgs; [ {{ build_needs | map('first') | join(' ') }} ];
  dependencies = with python.pkgs; [
{% for name, _ in needs if name not in nix_without %}
    {{ nix.get(name, name) }}
{% endfor %}
  ];
  pythonRemoveDeps = [ {{ nix_without | map('tojson') | join(' ') }} "pypandoc_binary" ];
  pythonRelaxDeps = true;
  makeWrapperArgs = [
    "--set-default CVRENDER_TOOLS system"
    "--prefix PATH : ${pkgs.lib.makeBinPath [ tex pkgs.pandoc ]}"
  ];
  meta = {
    description = "{{ description }}";
    homepage = "{{ repository }}";
    license = pkgs.lib.licenses.mit;
    mainProgram = "cvrender";
  };
}
